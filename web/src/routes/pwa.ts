import { registerServiceWorker } from '#platform/pwa/register.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export function startPwa() {
  void registerServiceWorker(toasts.updateAvailable).catch((error: unknown) =>
    console.warn("Couldn't register the service worker", error),
  );
}
