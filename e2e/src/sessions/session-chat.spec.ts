import type { APIRequestContext, Page } from '@playwright/test';
import { type Account, expect, expectAccessible, storeTokens, test } from '../fixtures.ts';
import { keptAt } from '../offline/phone.ts';
import { call, plan, type Tokens } from '../planning.ts';

type Message = { content: string };
type Made = { id: string; title: string; hosted: Tokens; joined: Tokens };

/** A session of two new members. */
async function sessionOfTwo(
  request: APIRequestContext,
  tokensOf: (who: Account) => Promise<Tokens>,
  newMember: () => Promise<Account>,
): Promise<Made> {
  const hosted = await tokensOf(await newMember());
  const joined = await tokensOf(await newMember());
  const title = `Chalk chat ${Date.now().toString(36)}`;
  const made = await plan(request, hosted, { title });
  await call(request, joined, `/sessions/${made.id}/join/`, {});
  return { id: made.id, title, hosted, joined };
}

const chatOf = (page: Page) => page.getByRole('log', { name: 'Chat' });
const bubbles = (page: Page) => chatOf(page).locator('[dir="auto"]').allInnerTexts();

async function send(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('shows two members the same messages in the same order, live', {
  tag: '@desktop',
}, async ({ page, browser, request, tokensOf, newMember }) => {
  const { id, title, hosted, joined } = await sessionOfTwo(request, tokensOf, newMember);
  const context = await browser.newContext();
  const other = await context.newPage();
  for (const [tab, tokens] of [
    [page, hosted],
    [other, joined],
  ] as const) {
    await tab.goto('/healthz');
    await storeTokens(tab, tokens);
    await tab.goto(`/app/sessions/${id}`);
    await expect(tab.getByRole('heading', { name: title })).toBeVisible();
  }
  await send(page, 'Who brings chalk?');
  await expect(chatOf(other)).toContainText('Who brings chalk?');
  await send(other, 'I do.');
  await expect(chatOf(page)).toContainText('I do.');
  // Both at once: the server decides the order.
  await Promise.all([send(page, 'Great, see you there'), send(other, 'Bring a belt')]);
  await call(request, joined, `/sessions/${id}/quick-actions/`, { action: 'running_late', details: { minutes: 10 } });
  for (const tab of [page, other]) await expect(chatOf(tab)).toContainText('10 minutes late');
  const stored = async () =>
    (await call(request, hosted, `/sessions/${id}/messages/`)).results
      .map(({ content }: Message) => content)
      .filter(Boolean)
      .reverse();
  await expect.poll(stored).toHaveLength(4);
  const written = await stored();
  const texts = async (tab: Page) => (await bubbles(tab)).filter((text) => written.includes(text));
  for (const tab of [page, other]) await expect.poll(() => texts(tab)).toEqual(written);
  await expectAccessible(page);
  await context.close();
});

test('shows the chat to a member who joins, however long the join takes', { tag: '@drill' }, async ({
  page,
  request,
  tokensOf,
  newMember,
  signInAs,
}) => {
  const { id, joined } = await sessionOfTwo(request, tokensOf, newMember);
  await call(request, joined, `/sessions/${id}/messages/`, { content: 'Meet at the racks' });
  await signInAs(await newMember());
  await page.goto(`/app/sessions/${id}`);
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/join/', async (route) => {
    await answers;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  // The join shows at once, but the server still refuses the chat.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading the chat' })).toBeVisible();
  answer();
  await expect(chatOf(page)).toContainText('Meet at the racks');

  // A draft survives a reload and is gone once it is sent.
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Which racks');
  await page.reload();
  await expect(message).toHaveValue('Which racks');
  const stored = page.waitForResponse(/\/messages\/$/);
  await send(page, 'Which racks?');
  await expect(chatOf(page)).toContainText('Which racks?');
  await stored;
  await page.reload();
  await expect(chatOf(page)).toContainText('Which racks?');
  await expect(message).toHaveValue('');
});

test.describe('without a network', { tag: '@own-window' }, () => {
  test.use({ serviceWorkers: 'allow' });

  test('shows a session read before and sends new messages once, later', { tag: '@drill' }, async ({
    page,
    context,
    request,
    tokensOf,
    newMember,
    faults,
  }) => {
    faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { id, title, hosted, joined } = await sessionOfTwo(request, tokensOf, newMember);
    await call(request, joined, `/sessions/${id}/messages/`, { content: 'Meet at the racks' });

    await page.goto('/healthz');
    await storeTokens(page, hosted);
    const kept = (...names: string[]) =>
      expect
        .poll(() => keptAt(page))
        .toEqual(expect.arrayContaining(names.map((name) => expect.stringContaining(name))));
    await page.goto('/app');
    await expect(page.getByText(title).first()).toBeVisible();
    await kept('"mine"');
    // The worker controls a page only if it was active before the page loaded.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`/app/sessions/${id}`);
    await expect(chatOf(page)).toContainText('Meet at the racks');
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await kept('["chat","session"', '"detail"');

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(chatOf(page)).toContainText('Meet at the racks');
    await expectAccessible(page);

    await send(page, 'On the train, no signal');
    await expect(chatOf(page)).toContainText('On the train, no signal');
    await expect(page.getByText("Sends when you're back online")).toBeVisible();
    await expectAccessible(page);
    // The app is closed and opened again, still offline.
    await kept('unsent');
    await page.goto('/app');
    await expect(page.getByText(title).first()).toBeVisible();
    await page.goto(`/app/sessions/${id}`);
    await expect(page.getByText("Sends when you're back online")).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText("Sends when you're back online")).toBeHidden();
    await expect(page.getByText("You're offline.")).toBeHidden();
    const written = async () =>
      (await call(request, joined, `/sessions/${id}/messages/`)).results.map(({ content }: Message) => content);
    await expect.poll(written).toEqual(['On the train, no signal', 'Meet at the racks']);
    await expect.poll(() => keptAt(page)).not.toEqual(expect.arrayContaining([expect.stringContaining('unsent')]));
    await page.reload();
    const texts = async () => (await bubbles(page)).filter((text) => /racks|signal/.test(text));
    await expect.poll(texts).toEqual(['Meet at the racks', 'On the train, no signal']);
    expect(await written()).toHaveLength(2);
  });

  test('shows four weeks of the calendar and sends a join once, later', { tag: '@drill' }, async ({
    page,
    context,
    request,
    tokensOf,
    newMember,
    faults,
  }) => {
    faults.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    const { id, title } = await plan(request, await tokensOf(await newMember()));
    const member = await tokensOf(await newMember());
    await page.goto('/healthz');
    await storeTokens(page, member);
    await page.goto('/app/calendar?view=agenda&onboarding=skip');
    await expect(page.getByText(title).first()).toBeVisible();
    const weeks = async () => (await keptAt(page)).filter((name) => name.includes('"calendar"')).length;
    await expect.poll(weeks).toBeGreaterThanOrEqual(4);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    await context.setOffline(true);
    await page.reload();
    await page.getByRole('main').getByRole('button', { name: title }).first().click();
    const session = page.getByRole('dialog', { name: title });
    await session.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(session.getByText("You'll join when you're online")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(session).toBeHidden();

    // Killed and opened again, still offline: it waits, and the list shows it.
    await expect.poll(() => keptAt(page)).toEqual(expect.arrayContaining([expect.stringContaining('unsent')]));
    await page.reload();
    await page.getByRole('button', { name: '1 change waiting' }).click();
    const list = page.getByRole('dialog', { name: 'Waiting to be sent' });
    await expect(list.getByText(`Join ${title}`)).toBeVisible();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Done' }).click();
    await expect(list).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: title }).first().click();
    await expect(session.getByText("You'll join when you're online")).toBeVisible();
    const isIn = async () => (await call(request, member, `/sessions/${id}/`)).is_participant;
    expect(await isIn()).toBe(false);
    await context.setOffline(false);
    await expect(session.getByText("You're in", { exact: true })).toBeVisible();
    // Shown while it is being sent.
    await expect.poll(isIn).toBe(true);
  });

  test('waits only a few seconds for a silent server', { tag: ['@desktop', '@drill'] }, async ({
    page,
    request,
    tokensOf,
    newMember,
  }) => {
    const { id, title, hosted } = await sessionOfTwo(request, tokensOf, newMember);
    await page.goto('/healthz');
    await storeTokens(page, hosted);
    await page.goto(`/app/sessions/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.poll(() => keptAt(page)).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/**', async (route) => {
      await answers;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText("Couldn't refresh. Trying again.")).toBeVisible();
    answer();
    await expect(page.getByText("Couldn't refresh. Trying again.")).toBeHidden();
  });

  test('deletes saved data at sign-out', { tag: '@desktop' }, async ({ page, request, tokensOf, newMember }) => {
    const { id, hosted, joined } = await sessionOfTwo(request, tokensOf, newMember);
    await call(request, joined, `/sessions/${id}/messages/`, { content: 'For us two alone' });
    await page.goto('/healthz');
    await storeTokens(page, hosted);
    await page.goto(`/app/sessions/${id}`);
    await expect(chatOf(page)).toContainText('For us two alone');
    await expect
      .poll(() => keptAt(page))
      .toEqual(expect.arrayContaining([expect.stringContaining('["chat","session"')]));
    await page.getByRole('button', { name: 'Profile', exact: true }).filter({ visible: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => keptAt(page)).toEqual([]);
  });

  test('deletes saved data when another member signs in', { tag: ['@desktop', '@drill'] }, async ({
    page,
    request,
    tokensOf,
    newMember,
  }) => {
    const { id, title, hosted } = await sessionOfTwo(request, tokensOf, newMember);
    const next = await tokensOf(await newMember());
    await page.goto('/healthz');
    await storeTokens(page, hosted);
    await page.goto(`/app/sessions/${id}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.poll(() => keptAt(page)).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    // Without a sign-out, as when the server ended the first sign-in.
    await page.goto('/healthz');
    await storeTokens(page, next);
    await page.goto('/app');
    await expect.poll(() => keptAt(page)).toEqual(expect.arrayContaining([expect.stringContaining('"mine"')]));
    await expect.poll(() => keptAt(page)).not.toEqual(expect.arrayContaining([expect.stringContaining(id)]));
  });
});
