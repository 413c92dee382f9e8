import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installBridge, type Phone } from '../../../web/src/testing/native-bridge.ts';
import { pluginHeaders } from '../../../web/src/testing/plugin-headers.ts';
import { expect, storeTokens, test } from '../fixtures.ts';
import { memberOf } from '../people-at-once.ts';
import { call, plan } from '../planning.ts';

const OFFLINE_PAGE = join(import.meta.dirname, '../../../scripts/native/offline.html');

type Native = { phone: Phone };

test.use({ serviceWorkers: 'allow' });

/** Makes the page one of the iOS app's: the bridge is there before the page loads, and after each reload. */
async function beNative(page: Page): Promise<void> {
  await page.addInitScript(installBridge, { platform: 'ios' as const, headers: pluginHeaders() });
  await page.addInitScript(() => {
    const { phone } = globalThis as unknown as Native;
    // As in Android's web view.
    Reflect.deleteProperty(Navigator.prototype, 'share');
    phone.answer('App.getInfo', () => ({ id: 'app.spotter', name: 'Spotter', build: '1', version: '1.0' }));
    phone.answer('BiometricAuthNative.checkBiometry', () => ({ isAvailable: true, biometryType: 2 }));
    // What the member decides at the phone's own questions survives a reload.
    phone.answer('BiometricAuthNative.internalAuthenticate', () => {
      if (localStorage.getItem('test-stranger')) throw Object.assign(new Error('no'), { code: 'authenticationFailed' });
    });
    for (const name of ['checkPermissions', 'requestPermissions'])
      phone.answer(`PushNotifications.${name}`, () => ({ receive: 'granted' }));
    phone.answer('PushNotifications.register', () =>
      phone.tell('PushNotifications.registration', { value: 'AB'.repeat(32) }),
    );
  });
}

/** What the app has asked of the phone since the page was loaded. */
const asked = (page: Page, name: string) =>
  page.evaluate((method) => (globalThis as unknown as Native).phone.optionsOf(method), name);

/** A link of the gym is tapped elsewhere on the phone. */
const openLink = (page: Page, url: string) =>
  page.evaluate((link) => (globalThis as unknown as Native).phone.tell('App.appUrlOpen', { url: link }), url);

test('runs as the phone’s own app', { tag: '@own-window' }, async ({ page, request, tokensOf, newMember, faults }) => {
  faults.expected.push(/net::ERR|Failed to fetch|Content Security Policy/);
  const { tokens } = await memberOf(request, tokensOf, await newMember());
  const other = await memberOf(request, tokensOf, await newMember());
  const session = await plan(request, tokens);
  await beNative(page);

  await test.step('begins at the sign-in, and says when the phone’s sheet was closed', async () => {
    await page.goto('/?app=true');
    await expect(page).toHaveURL(/\/login$/);
    await page.evaluate(() =>
      (globalThis as unknown as Native).phone.answer('SocialLogin.login', () => {
        throw Object.assign(new Error('The operation couldn’t be completed.'), { code: '1001' });
      }),
    );
    await page.getByRole('button', { name: 'Continue with Apple' }).click();
    await expect(page.getByRole('alert')).toHaveText('Sign in was cancelled');
  });

  await test.step('opens home, hides the splash screen and follows the theme', async () => {
    await storeTokens(page, tokens);
    await page.goto('/app?onboarding=skip');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
    await expect.poll(() => asked(page, 'SplashScreen.hide')).toHaveLength(1);
    await expect.poll(() => asked(page, 'SystemBars.setStyle')).not.toEqual([]);
    // A native app brings its files along, and needs no worker.
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined();
  });

  await test.step('registers the phone for pushes, and a switch is felt', async () => {
    await page.getByRole('button', { name: 'Profile', exact: true }).click();
    await page.getByRole('tab', { name: 'Notifications' }).click();
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/users/me/push-device/'));
    await page.getByRole('switch', { name: /Push on this device/ }).click();
    expect((await saved).status()).toBe(204);
    expect((await saved).request().postDataJSON()).toEqual({
      platform: 'ios',
      token: 'AB'.repeat(32),
      app_id: 'app.spotter',
    });
    await expect(page.getByText("You'll get push notifications on this device.")).toBeVisible();
    await expect.poll(() => asked(page, 'Haptics.selectionChanged')).toHaveLength(1);
  });

  await test.step('locks itself, and opens for its member alone', async () => {
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByRole('switch', { name: /Unlock with Face ID/ }).click();
    await expect(page.getByRole('switch', { name: /Unlock with Face ID/ })).toBeChecked();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => localStorage.setItem('test-stranger', 'yes'));
    await page.reload();
    const lock = page.getByRole('dialog', { name: 'Locked' });
    await expect(lock).toBeVisible();
    // A browser lets a page refuse Escape only a few times.
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
    await expect(lock).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: /Noor/ })).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('test-stranger'));
    await lock.getByRole('button', { name: 'Unlock' }).click();
    await expect(lock).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
  });

  await test.step('shares with the phone’s sheet', async () => {
    await page.goto(`/app/sessions/${session.id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Share…' }).click();
    await expect
      .poll(() => asked(page, 'Share.share'))
      .toMatchObject([{ url: expect.stringContaining('/i/session/') }]);
  });

  await test.step('opens a group’s link and a session’s link at their places', async () => {
    const friend = await memberOf(request, tokensOf, await newMember());
    const { id: asking } = await call(request, other.tokens, '/friends/', { receiver_id: friend.id });
    await call(request, friend.tokens, `/friends/${asking}/accept/`, {});
    const birds = { name: 'Early birds', user_ids: [friend.id] };
    const { id: chat } = await call(request, other.tokens, '/conversations/group/', birds);
    const { url } = await call(request, other.tokens, `/conversations/${chat}/link/`, {});
    await openLink(page, `https://spotter.example${new URL(url).pathname}`);
    await expect(page.getByRole('dialog').getByText('Early birds')).toBeVisible();
    const { share_token } = await plan(request, other.tokens, { title: 'Rings and ropes' });
    await openLink(page, `https://spotter.example/i/session/${share_token}`);
    await expect(page.getByText('Rings and ropes').first()).toBeVisible();
    // Any app can open a link of another kind.
    const before = page.url();
    await openLink(page, 'app.spotter://evil/i/org/IRONHARBOUR');
    expect(page.url()).toBe(before);
  });

  await test.step('starts without a network, and says so where not even its pages can be read', async () => {
    await page.goto('/app');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
    await page.route('**/offline.html', (route) => route.fulfill({ path: OFFLINE_PAGE }));
    await page.goto('/offline.html');
    await expect(page.getByRole('heading', { name: "You're offline" })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/');
  });
});
