import { isNative } from '#platform/native-app.ts';

/** The first worker fetches all of the app's files, which would delay a first screen on a phone's network. */
const FIRST_INSTALL_AFTER_MS = 3_000;
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/** `onUpdateReady` hears of a new version; `update` activates it, and the page reloads. */
export async function registerServiceWorker(
  onUpdateReady: (update: () => void) => void,
  reload = () => window.location.reload(),
) {
  const container = navigator.serviceWorker;
  // A native app brings its files along.
  if (!container || isNative()) return;
  // The first worker serves a page that is already current; only later ones bring new files.
  let updating = false;
  container.addEventListener('controllerchange', () => {
    if (updating) reload();
  });

  if (!container.controller) await new Promise((resolve) => setTimeout(resolve, FIRST_INSTALL_AFTER_MS));
  const registration = await container.register('/service-worker.js');
  registration.active?.postMessage({ type: 'keep-files' });
  const offer = (worker: ServiceWorker) =>
    onUpdateReady(() => {
      updating = true;
      // Another tab was faster.
      if (worker.state === 'activated') return reload();
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
