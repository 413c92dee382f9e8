import type { PushAction, PushMessage } from '@spotter/contract/notifications/push-message.ts';

/** What a shown notification keeps for the tap. */
export type Opened = Pick<PushMessage, 'id' | 'url' | 'tag' | 'title' | 'brand'> & { actions: PushAction[] };

/** Shown for a push that is for somebody else, or that this version can't read; the window then says what it was. */
const somethingNew: PushMessage = {
  to: '',
  id: null,
  title: 'You have a new notification',
  body: '',
  url: '/app?open=notifications',
  brand: '/icons',
  tag: 'something-new',
  unread_count: 1,
  silent_from: null,
  actions: [],
};

/** The push as this browser may show it: all of it to its member, nothing of it to anybody else. */
export function readableTo(owner: string | null, read: () => PushMessage | undefined): PushMessage {
  try {
    const message = read();
    return message && owner !== null && message.to === owner ? message : somethingNew;
  } catch {
    return somethingNew;
  }
}

/** How a push is shown. One that arrives in the quiet hours makes no sound. */
export function notificationOf(
  { id, title, body, url, brand, tag, silent_from, actions }: PushMessage,
  now: number,
): { title: string; options: NotificationOptions } {
  const silent = silent_from !== null && now >= Date.parse(silent_from);
  const data: Opened = { id, url, brand, tag, title, actions };
  // Not every type of the browser's own knows these.
  const shown = {
    renotify: !silent,
    actions: actions.map(({ name, title: label }) => ({
      action: name,
      title: label,
      ...(name === 'reply' && { type: 'text', placeholder: 'Reply' }),
    })),
  };
  return { title, options: { body, tag, silent, ...shown, ...iconsOf(brand), data } };
}

/** The gym's own icon, and its outline for the status bar of a phone. */
export const iconsOf = (brand: string) => ({ icon: `${brand}/icon-192.png`, badge: `${brand}/monochrome-192.png` });

/** The path that a tapped notification opens, always in the app. */
export const pathOf = (url: string | undefined): string =>
  url?.startsWith('/app') && !url.includes('//') ? url : '/app';

/** The same for a page that opens with it; the page marks the notification read. */
export function addressToOpen({ id, url }: Partial<Opened>, origin: string): string {
  const address = new URL(pathOf(url), origin);
  if (id) address.searchParams.set('notification', id);
  return address.href;
}
