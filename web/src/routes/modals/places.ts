import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import { friendsTabs, type Modal } from '#routes/modals.ts';

/** Where a notification leads; `id` is the notification to mark read. */
export type ModalAddress = { url: string; id: string | null };

/** The modal at a path that the server names in notifications, pushes and mails; null for any other. */
export function modalAt(url: string): Modal | null {
  const { origin, pathname, searchParams: query } = new URL(url, window.location.origin);
  if (origin !== window.location.origin) return null;
  const session = /^\/app\/sessions\/([\w-]+)$/.exec(pathname)?.[1];
  if (session) return { name: 'session', id: session };
  if (pathname !== '/app') return null;
  const id = query.get('id') ?? undefined;
  switch (query.get('open')) {
    case 'messages':
      return { name: 'messages', conversationId: id };
    case 'join-group':
      return id ? { name: 'join-group', token: id } : null;
    case 'friends':
      return { name: 'friends', tab: friendsTabs.find((tab) => tab === query.get('tab')) };
    case 'member':
      return id ? { name: 'member', id } : null;
    case 'announcement':
      return id ? { name: 'announcement', id } : null;
    case 'notifications':
      return { name: 'notifications' };
    default:
      return null;
  }
}

const isPlace = (value: unknown): value is ModalAddress =>
  isRecord(value) && typeof value.url === 'string' && (value.id === null || typeof value.id === 'string');

/** What a tapped push or a mail opens once the member area is there, which may be after a sign-in. */
const pendingPlace = storedJson(safeSessionStorage, 'pending-place', isPlace);

/** For a page that is just loading: a redirect to the sign-in would lose the address. */
export function takePlaceFromAddress(): void {
  const { hash, search } = window.location;
  // A group's link has a path of its own, because phones open links in the app by their paths.
  const group = /^\/g\/([\w-]+)$/.exec(window.location.pathname)?.[1];
  const pathname = group ? '/app' : window.location.pathname;
  const query = new URLSearchParams(group ? { open: 'join-group', id: group } : search);
  if (!pathname.startsWith('/app') || !(query.has('open') || query.has('notification'))) return;
  const id = query.get('notification');
  query.delete('notification');
  pendingPlace.write({ url: `${pathname}?${query}`, id });
  for (const name of ['open', 'id', 'tab']) query.delete(name);
  window.history.replaceState(window.history.state, '', `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`);
}

export function takePendingPlace(): ModalAddress | null {
  const place = pendingPlace.read();
  pendingPlace.remove();
  return place;
}
