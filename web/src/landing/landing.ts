/** The landing page reads without this; it only sends on those who have no need of it. */
import { destination } from './destination.ts';
import { keepParameters } from './parameters.ts';

type NativeShell = { Capacitor?: { isNativePlatform?: () => boolean } };

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keepParametersOf(given: URLSearchParams): void {
  if (!given.has('profile') && !given.has('onboarding')) return;
  try {
    const rest = keepParameters(given, sessionStorage);
    history.replaceState(null, '', location.pathname + (rest.size > 0 ? `?${rest}` : '') + location.hash);
  } catch {
    // A browser that keeps nothing has nothing to try out.
  }
}

function showDemoError(): void {
  // Only a failed demo leads here with an error, and its text is ours: an address must not put words on the page.
  document.getElementById('demo-error')?.removeAttribute('hidden');
  history.replaceState(null, '', location.pathname + location.hash);
}

const query = new URLSearchParams(location.search);
keepParametersOf(query);
const target = destination({
  signedIn: Boolean(stored('auth') || stored('access_token')),
  native: (window as NativeShell).Capacitor?.isNativePlatform?.() ?? false,
  query,
});

if (target) location.replace(target);
else if (query.has('error')) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', showDemoError);
  else showDemoError();
}
