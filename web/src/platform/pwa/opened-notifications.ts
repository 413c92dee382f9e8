import { isNative } from '#platform/native-app.ts';

/** A summary of several notifications has no id. */
type Opened = { id: string | null; url: string };

/** Hears which push the member tapped. Returns the function that ends it. */
export function hearOpenedNotifications(onOpened: (opened: Opened) => void): () => void {
  if (isNative()) return hearNatively(onOpened);
  const container = navigator.serviceWorker;
  const listen = (event: MessageEvent) => {
    const message = event.data as { type?: unknown; id?: unknown; url?: unknown } | null;
    if (message?.type === 'open-notification' && typeof message.url === 'string')
      onOpened({ id: typeof message.id === 'string' ? message.id : null, url: message.url });
  };
  container?.addEventListener('message', listen);
  return () => container?.removeEventListener('message', listen);
}

function hearNatively(onOpened: (opened: Opened) => void): () => void {
  let isOver = false;
  let end = () => {};
  void import('#platform/native/push.ts').then(({ hearTappedPushes }) => {
    if (!isOver) end = hearTappedPushes(onOpened);
  });
  return () => {
    isOver = true;
    end();
  };
}
