import { api } from '#platform/api/api.ts';
import { isNative } from '#platform/native-app.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { forgetPushOwner, keepPushOwner } from './push-owner.ts';

/** `off` also when the reader was never asked; `blocked` when the browser no longer asks. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported';

/** The native app asks the phone instead of the browser. */
const phone = () => import('#platform/native/push.ts');

/** The member whose pushes this device shows. It has one subscription, whoever is signed in. */
const pushOwner = storedText(safeLocalStorage, 'push-owner');

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readPushState(userId: string): Promise<PushState> {
  if (isNative()) {
    const permission = await (await phone()).readPermission();
    if (permission === 'denied') return 'blocked';
    return permission === 'granted' && pushOwner.read() === userId ? 'on' : 'off';
  }
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await currentSubscription()) && pushOwner.read() === userId ? 'on' : 'off';
}

/** Asks for permission if the browser has not been asked, and subscribes. */
export async function subscribeToPushes(userId: string, pushKey: string): Promise<void> {
  if (isNative()) {
    if (await (await phone()).registerPhone(userId)) pushOwner.write(userId);
    return;
  }
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
  await keepPushOwner(userId);
}

export async function unsubscribeFromPushes(): Promise<void> {
  if (isNative()) {
    pushOwner.remove();
    const token = await (await phone()).forgetPhone();
    if (token) await api.deletePushDevice({ body: { token } });
    return;
  }
  const subscription = await currentSubscription();
  await forgetPushes();
  if (subscription) await api.deletePushSubscription({ body: { endpoint: subscription.endpoint } });
}

/** For signing out, after which the server sends this browser nothing anyway. */
export async function forgetPushes(): Promise<void> {
  const hadPushes = pushOwner.read() !== null;
  pushOwner.remove();
  if (isNative()) return void (await (await phone()).forgetPhone());
  await hidePushes();
  if (hadPushes) await (await currentSubscription())?.unsubscribe();
}

/** The next member of this device must see nothing of the last: neither what is on the screen nor what is on its way. */
export async function hidePushes(): Promise<void> {
  if (isNative()) return (await phone()).hidePushesOnPhone();
  await forgetPushOwner();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

/**
 * The server ties pushes to a sign-in. After a new one the same member's subscription is saved again, and another
 * member's is ended.
 */
export async function keepPushes(userId: string): Promise<void> {
  const owner = pushOwner.read();
  if (owner !== userId) return forgetPushes();
  if (isNative()) return void (await (await phone()).registerPhone(userId));
  const subscription = await currentSubscription();
  if (!subscription) return forgetPushes();
  await save(subscription);
  await keepPushOwner(userId);
}

function save(subscription: PushSubscription): Promise<unknown> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return api.savePushSubscription({ body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } });
}
