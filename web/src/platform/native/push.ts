import { App } from '@capacitor/app';
import { Capacitor, type PluginListenerHandle, registerPlugin } from '@capacitor/core';
import { PushNotifications } from '@capacitor/push-notifications';
import { api } from '#platform/api/api.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** The phone's token at Apple or Google, while this app gets pushes. */
const pushToken = storedText(safeLocalStorage, 'push-token');

/** The app's own code on Android (PushOwner.java), which shows the pushes. */
const owner = registerPlugin<{ keep(options: { owner: string }): Promise<void>; forget(): Promise<void> }>('PushOwner');

/** iOS shows pushes itself, and `unregister` ends them there without a network. */
const showsItself = () => Capacitor.getPlatform() !== 'android';

export async function readPermission(): Promise<'granted' | 'denied' | 'unasked'> {
  const { receive } = await PushNotifications.checkPermissions();
  return receive === 'granted' || receive === 'denied' ? receive : 'unasked';
}

/** Asks for permission if the phone has not been asked, and tells the server where to send. False: not allowed. */
export async function registerPhone(userId: string): Promise<boolean> {
  const { receive } = await PushNotifications.requestPermissions();
  if (receive !== 'granted') return false;
  const [token, { id }] = await Promise.all([askForToken(), App.getInfo()]);
  const platform = Capacitor.getPlatform() === 'android' ? 'android' : 'ios';
  await api.savePushDevice({ body: { platform, token, app_id: id } });
  pushToken.write(token);
  if (!showsItself()) await owner.keep({ owner: userId });
  return true;
}

/** The phone answers with an event: a token, or why it has none. */
async function askForToken(): Promise<string> {
  const handles: PluginListenerHandle[] = [];
  try {
    return await new Promise<string>((resolve, reject) => {
      const listening = [
        PushNotifications.addListener('registration', ({ value }) => resolve(value)),
        PushNotifications.addListener('registrationError', ({ error }) => reject(new Error(error))),
      ];
      Promise.all(listening).then((added) => {
        handles.push(...added);
        return PushNotifications.register();
      }, reject);
    });
  } finally {
    for (const handle of handles) void handle.remove();
  }
}

/** The next member of this phone must see nothing of the last: neither what is on the screen nor what is on its way. */
export async function hidePushesOnPhone(): Promise<void> {
  if (!showsItself()) await owner.forget();
  await PushNotifications.removeAllDeliveredNotifications();
}

export async function forgetPhone(): Promise<string | null> {
  const token = pushToken.read();
  pushToken.remove();
  await hidePushesOnPhone();
  await PushNotifications.unregister();
  return token;
}

/** Hears which push the member tapped, also the one that started the app. Returns the function that ends it. */
export function hearTappedPushes(onTapped: (opened: { id: string | null; url: string }) => void): () => void {
  const handle = PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const { id, url } = notification.data as { id?: unknown; url?: unknown };
    if (typeof url === 'string') onTapped({ id: typeof id === 'string' ? id : null, url });
  });
  return () => void handle.then((added) => added.remove());
}
