import { api } from '#platform/api/api.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** `off` also when the reader was never asked; `blocked` when the browser no longer asks. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported';

/** The member whose pushes this browser shows. A browser has one subscription, whoever is signed in. */
const pushOwner = storedText(safeLocalStorage, 'push-owner');

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readPushState(userId: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await currentSubscription()) && pushOwner.read() === userId ? 'on' : 'off';
}

/** Asks for permission if the browser has not been asked, and subscribes. */
export async function subscribeToPushes(userId: string, pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  // One of somebody else, or under an older key, can't be taken over.
  await (await currentSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  await save(subscription);
  pushOwner.write(userId);
}

export async function unsubscribeFromPushes(): Promise<void> {
  const subscription = await currentSubscription();
  pushOwner.remove();
  await subscription?.unsubscribe();
  if (subscription) await api.deletePushSubscription({ body: { endpoint: subscription.endpoint } });
}

/** For signing out, after which the server sends this browser nothing anyway. */
export async function forgetPushes(): Promise<void> {
  if (pushOwner.read() === null) return;
  pushOwner.remove();
  await (await currentSubscription())?.unsubscribe();
}

/**
 * The server ties pushes to a sign-in. After a new one the same member's subscription is saved again, and another
 * member's is ended.
 */
export async function keepPushes(userId: string): Promise<void> {
  const owner = pushOwner.read();
  if (owner === null) return;
  if (owner !== userId) return forgetPushes();
  const subscription = await currentSubscription();
  if (subscription) await save(subscription);
  else pushOwner.remove();
}

function save(subscription: PushSubscription): Promise<unknown> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return api.savePushSubscription({ body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}
