/** The first worker fetches all of the app's files, which would delay a first screen on a phone's network. */
const FIRST_INSTALL_AFTER_MS = 3_000;
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/** `onUpdateReady` hears of a new version; `update` activates it, and the page reloads. */
export async function registerServiceWorker(onUpdateReady: (update: () => void) => void) {
  const container = navigator.serviceWorker;
  if (!container) return;
  // The first worker serves a page that is already current; only later ones bring new files.
  let updating = false;
  container.addEventListener('controllerchange', () => {
    if (updating) window.location.reload();
  });

  if (!container.controller) await new Promise((resolve) => setTimeout(resolve, FIRST_INSTALL_AFTER_MS));
  const registration = await container.register('/service-worker.js');
  registration.active?.postMessage({ type: 'keep-files' });
  const offer = (worker: ServiceWorker) =>
    onUpdateReady(() => {
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
