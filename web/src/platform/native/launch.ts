import { SplashScreen } from '@capacitor/splash-screen';
import { builtApp } from '#platform/native-app.ts';
import { lastOrganization } from '#platform/theme/last-organization.ts';
import { installBadge } from './badge.ts';
import { followTheme } from './bars.ts';
import { coverWhileAway, hearReturns, isLockOn } from './biometric-lock.ts';
import { feelChoices } from './haptics.ts';
import { openLinks } from './links.ts';
import { coverScreen, showLockScreen } from './lock-screen.ts';
import { installShareSheet } from './share.ts';

/** What the native app does beyond the web app, from its start. Waits for the member if the app is locked. */
export async function launchNative(place: HTMLElement, signOut: () => Promise<void>): Promise<void> {
  installShareSheet();
  installBadge();
  openLinks();
  followTheme();
  void feelChoices();
  // A gym's own app has the gym's look before anyone has signed in.
  if (builtApp?.organization && !lastOrganization.read())
    lastOrganization.write({ ...builtApp.organization, theme: null });
  hearReturns(() => void lock(signOut));
  // After the lock, so that nothing shows between the two.
  coverWhileAway(coverScreen);
  new MutationObserver((_changes, observer) => {
    observer.disconnect();
    void SplashScreen.hide();
  }).observe(place, { childList: true });
  if (isLockOn()) await wearLastLook().catch(() => {});
  await lock(signOut);
}

/** The lock is there before the app, which brings the gym's colors. */
async function wearLastLook(): Promise<void> {
  const theme = lastOrganization.read()?.theme;
  if (!theme) return;
  const { applyThemeTokens } = await import('#platform/theme/apply-theme-config.ts');
  applyThemeTokens(theme);
}

let isLocked = false;

async function lock(signOut: () => Promise<void>): Promise<void> {
  if (!isLockOn() || isLocked) return;
  isLocked = true;
  void SplashScreen.hide();
  await showLockScreen(signOut);
  isLocked = false;
}
