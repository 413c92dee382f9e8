/** The landing page works without this script, which only redirects visitors who belong elsewhere. */
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
    // Without storage the demo cannot run.
  }
}

function showDemoError(): void {
  // Only a failed demo redirects here with an error. The text is ours, so a crafted address can't put words on the
  // page.
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
