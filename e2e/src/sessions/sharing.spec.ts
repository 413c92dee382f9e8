import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { type Account, expect, expectAccessible, storeTokens, test } from '../fixtures.ts';
import { call, noon, plan, type Tokens } from '../planning.ts';

/** A new member's session to share. */
async function sessionOf(
  request: APIRequestContext,
  tokensOf: (who: Account) => Promise<Tokens>,
  newMember: () => Promise<Account>,
) {
  const tokens = await tokensOf(await newMember());
  const title = `Legs, arms; all ${Date.now().toString(36)}`;
  const made = await plan(request, tokens, { title });
  return { id: made.id, title, tokens };
}

test('shares a session by link, QR code and calendar file', async ({ page, context, request, tokensOf, newMember }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, title, tokens } = await sessionOf(request, tokensOf, newMember);
  await page.goto('/healthz');
  await storeTokens(page, tokens);
  await page.goto(`/app/sessions/${id}?onboarding=skip`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  const link = sheet.getByRole('textbox', { name: 'Link' });
  await expect(link).toHaveValue(/\/i\/session\//);
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect(sheet.getByText('Copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());

  await sheet.getByRole('button', { name: 'QR code' }).click();
  await expect(sheet.getByRole('img', { name: `QR code for ${title}` })).toBeVisible();
  const picture = page.waitForEvent('download');
  await sheet.getByRole('link', { name: 'Save as image' }).click();
  expect((await picture).suggestedFilename()).toMatch(/^spotter-legs-arms-all-.*\.png$/);
  await expectAccessible(page);

  const file = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await file).suggestedFilename()).toBe(`spotter-session-${noon().slice(0, 10)}.ics`);
  expect(readFileSync(await (await file).path(), 'utf8')).toContain('SUMMARY:Legs\\, arms\\; all');
});

test('sends a session to one chat only', { tag: '@desktop' }, async ({ page, request, signInAs }) => {
  const tokens = await signInAs('ana');
  const { results } = await call(request, tokens, '/sessions/?mine=true');
  await page.goto(`/app/sessions/${results[0].id}?onboarding=skip`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await sheet.getByRole('button', { name: 'Send to Harbour runners' }).click();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Harbour runners' }).getByText('Sent')).toBeVisible();
  const conversations = await call(request, tokens, '/conversations/');
  const runners = conversations.results.find(({ name }: { name: string }) => name === 'Harbour runners');
  expect(runners.last_message).toMatchObject({ kind: 'session', session: { id: results[0].id } });
});

test('creates, reads and ends a calendar feed', async ({ page, request, tokensOf, newMember }) => {
  const { title, tokens } = await sessionOf(request, tokensOf, newMember);
  await page.goto('/healthz');
  await storeTokens(page, tokens);
  await page.goto('/app?onboarding=skip');
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sync to my calendar' }).click();
  const address = await page.getByRole('textbox', { name: 'Calendar link' }).inputValue();
  await expect(page.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  );
  await expectAccessible(page);
  const read = async () => request.get(new URL(address).pathname);
  expect(await (await read()).text()).toContain(`SUMMARY:${title.replace(/[,;]/g, '\\$&')}`);
  await page.getByRole('button', { name: 'Stop syncing' }).click();
  await page
    .getByRole('dialog', { name: 'Stop syncing your calendar?' })
    .getByRole('button', { name: 'Stop syncing' })
    .click();
  await expect(page.getByRole('button', { name: 'Sync to my calendar' })).toBeVisible();
  await expect.poll(async () => (await read()).status()).toBe(404);
});
