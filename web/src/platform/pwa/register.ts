export type PwaListeners = {
  /** A new version is ready; `update` activates it, and the page reloads. */
  onUpdateReady: (update: () => void) => void;
  /** A push was tapped: opens its place and marks it read. A summary of several has no id. */
  onNotificationOpened: (opened: { id: string | null; url: string }) => void;
};

/** The first worker fetches all of the app's files, which would delay a first screen on a phone's network. */
const FIRST_INSTALL_AFTER_MS = 3_000;
const LOOK_AGAIN_MS = 60 * 60 * 1000;

export async function registerServiceWorker(listeners: PwaListeners) {
  const container = navigator.serviceWorker;
  if (!container) return;
  // The first worker serves a page that is already current; only later ones bring new files.
  let updating = false;
  container.addEventListener('controllerchange', () => {
    if (updating) window.location.reload();
  });
  container.addEventListener('message', (event: MessageEvent) => {
    const message = event.data as { type?: unknown; id?: unknown; url?: unknown } | null;
    if (message?.type === 'open-notification' && typeof message.url === 'string')
      listeners.onNotificationOpened({ id: typeof message.id === 'string' ? message.id : null, url: message.url });
  });

  if (!container.controller) await new Promise((resolve) => setTimeout(resolve, FIRST_INSTALL_AFTER_MS));
  const registration = await container.register('/service-worker.js');
  registration.active?.postMessage({ type: 'keep-files' });
  const offer = (worker: ServiceWorker) =>
    listeners.onUpdateReady(() => {
      updating = true;
      worker.postMessage({ type: 'skip-waiting' });
    });
  if (registration.waiting && container.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) offer(worker);
    });
  });
  const look = () => void registration.update().catch(() => {});
  setInterval(look, LOOK_AGAIN_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
