import { type PwaListeners, registerServiceWorker } from '#platform/pwa/register.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export function startPwa(onNotificationOpened: PwaListeners['onNotificationOpened']) {
  void registerServiceWorker({ onUpdateReady: toasts.updateAvailable, onNotificationOpened }).catch((error: unknown) =>
    console.warn("Couldn't register the service worker", error),
  );
}
