import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';

/** What a shown notification keeps for the tap. */
export type Opened = Pick<PushMessage, 'id' | 'url'>;

/** Shown for a push that this version can't read; the window then says what it was. */
export const somethingNew: PushMessage = {
  id: null,
  title: 'You have a new notification',
  body: '',
  url: '/app?open=notifications',
  tag: 'something-new',
  unread_count: 1,
  silent_from: null,
};

/** How a push is shown. One that arrives in the quiet hours makes no sound. */
export function notificationOf({ id, title, body, url, tag, silent_from }: PushMessage, now: number) {
  const silent = silent_from !== null && now >= Date.parse(silent_from);
  const data: Opened = { id, url };
  return { title, options: { body, tag, silent, renotify: !silent, icon: '/icons/icon-192.png', data } };
}

/** The path that a tapped notification opens, always in the app. */
export const pathOf = (url: string | undefined): string =>
  url?.startsWith('/app') && !url.includes('//') ? url : '/app';

/** The same for a page that opens with it; the page marks the notification read. */
export function addressToOpen({ id, url }: Partial<Opened>, origin: string): string {
  const address = new URL(pathOf(url), origin);
  if (id) address.searchParams.set('notification', id);
  return address.href;
}
