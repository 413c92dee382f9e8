/** Chrome and Edge give it to a page that can be installed; no type of the browser's own names it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let prompt: InstallPrompt | null = null;
let isInstalled = false;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | null): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Before anything else, because the browser asks once, as soon as the page has loaded. */
export function hearInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The app has an offer of its own, at a better moment.
    event.preventDefault();
    change(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => {
    isInstalled = true;
    change(null);
  });
}

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const installPrompt = () => prompt;

export const wasInstalled = () => isInstalled;
