import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildPages } from '../../../scripts/native/page.ts';
import { installBridge } from '../../../web/src/testing/native-bridge.ts';
import { pluginHeaders } from '../../../web/src/testing/plugin-headers.ts';
import { expect, test } from '../fixtures.ts';
import { call, plan } from '../planning.ts';

/** Where Android's web view has the app's pages. iOS has them at a scheme that no browser opens: app-origins.test.ts. */
const PHONE = 'https://localhost';
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const folder = mkdtempSync(join(tmpdir(), 'spotter-bundle-'));
test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(300_000);
  await buildPages(folder, { server: baseURL ?? '', googleClientId: null, appName: 'Spotter', organization: null });
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The phone's own pages: the file, or the app. Everything else goes to the real server. */
async function servePages(page: Page): Promise<void> {
  await page.route(`${PHONE}/**`, (route) => {
    const file = join(folder, new URL(route.request().url()).pathname);
    return route.fulfill({ path: existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html') });
  });
}

for (const platform of ['ios', 'android'] as const)
  test(`the pages built for ${platform} work with a server of another origin`, { tag: '@own-window' }, async ({
    page,
    request,
    baseURL,
    newMember,
    tokensOf,
    faults,
  }) => {
    // The foreign call below.
    faults.expected.push(/Content Security Policy/);
    const member = await newMember();
    const tokens = await tokensOf(member);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const photo = await request.put('/api/v1/users/me/avatar/', {
      headers,
      multipart: { file: { name: 'me.png', mimeType: 'image/png', buffer: dot } },
    });
    expect(photo.ok(), await photo.text()).toBe(true);
    const { title } = await plan(request, tokens, { title: 'Rings and ropes' });
    await page.addInitScript(installBridge, { platform, headers: pluginHeaders(platform) });
    await servePages(page);

    await test.step('signs in across origins', async () => {
      await page.goto(`${PHONE}/?onboarding=skip`);
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor');
      await expect(page.getByText(title).first()).toBeVisible();
      expect(new URL(page.url()).origin).toBe(PHONE);
    });

    await test.step('shows pictures of the server, within the policy of its page', async () => {
      await page.goto(`${PHONE}/app?onboarding=skip`);
      const picture = page.locator(`img[src^="${baseURL}/files/"]`).first();
      await expect(picture).toBeVisible();
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const foreign = await page.evaluate(() =>
        fetch('https://elsewhere.example/').then(
          () => 'sent',
          () => 'refused',
        ),
      );
      expect(foreign).toBe('refused');
    });

    await test.step('writes and hears across origins', async () => {
      const other = await tokensOf(await newMember());
      const session = await plan(request, other, { title: 'Harbour loop' });
      await page.goto(`${PHONE}/app/sessions/${session.id}`);
      await page.getByRole('button', { name: /^Join/ }).first().click();
      await expect
        .poll(async () => (await call(request, tokens, `/sessions/${session.id}/`)).is_participant)
        .toBe(true);
      await call(request, other, `/sessions/${session.id}/messages/`, { content: 'See you at the pier' });
      await expect(page.getByText('See you at the pier')).toBeVisible();
    });
  });
