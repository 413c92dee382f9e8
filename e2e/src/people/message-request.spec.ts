import { expect, expectAccessible, expectFits, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { openMessagesAs } from '../people-at-once.ts';
import { call } from '../planning.ts';

test("a stranger's message waits as a request, becomes a chat, and a rude message is reported", async ({
  page,
  browser,
  request,
  tokensOf,
  newMember,
}) => {
  const [sender, receiver] = [await tokensOf(await newMember()), await tokensOf(await newMember())];
  const [from, to] = [await call(request, sender, '/users/me/'), await call(request, receiver, '/users/me/')];
  await call(request, sender, '/conversations/direct/', { user_id: to.id });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const desk = await context.newPage();
  for (const [tab, tokens] of [
    [page, receiver],
    [desk, sender],
  ] as const) {
    await openMessagesAs(tab, tokens);
  }
  const rowOf = (tab: typeof page) => tab.getByRole('dialog').getByRole('button', { name: /^Noor Vale(?!: profile)/ });
  const chatOf = (tab: typeof page) => tab.getByRole('log', { name: 'Chat' });
  const write = async (tab: typeof page, text: string) => {
    await tab.getByRole('textbox', { name: 'Message' }).fill(text);
    await tab.getByRole('button', { name: 'Send', exact: true }).click();
  };

  await test.step('the sender waits after the first message', async () => {
    await rowOf(desk).click();
    await write(desk, 'Do you need a spotter?');
    await expect(desk.getByText(`waiting for ${to.first_name} to accept it`)).toBeVisible();
    await expect(desk.getByRole('textbox', { name: 'Message' })).toBeHidden();
    await expectAccessible(desk, '[role=dialog]');
  });

  await test.step('the receiver finds it among the requests and accepts', async () => {
    await page.getByRole('button', { name: 'Requests 1' }).click();
    await rowOf(page).click();
    await expect(chatOf(page)).toContainText('Do you need a spotter?');
    await expect(page.getByText(`${from.first_name} wants to message you`)).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
    await expect(chatOf(desk)).not.toContainText('Read');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(chatOf(desk)).toContainText('Read');
  });

  await test.step('Back leads to the same search', async () => {
    await goBack(page);
    const search = page.getByRole('searchbox', { name: 'Search chats, people and messages' });
    const found = page.getByRole('dialog').getByRole('button').filter({ hasText: 'need a spotter' });
    await search.fill('need a spotter');
    await found.click();
    await expect(chatOf(page)).toBeVisible();
    await goBack(page);
    await expect(search).toHaveValue('need a spotter');
    await found.click();
  });

  await test.step('the two chat, and a message is reported', async () => {
    await write(desk, 'You lift like a child');
    await expect(chatOf(page)).toContainText('You lift like a child');
    await chatOf(page).getByRole('button', { name: 'Message options' }).last().press('Enter');
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const form = page.getByRole('dialog', { name: 'Report this message' });
    await form.getByText('Harassment or hate').click();
    await form.getByLabel('Anything to add?').fill('Not the first time');
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
    await form.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('dialog', { name: 'Thanks for telling us' })).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the owner reads it as it was', async () => {
    const owner = await tokensOf('olga');
    const { results } = await call(request, owner, '/admin/reports/');
    const [report] = results.filter((one: { reporter: { id: string } }) => one.reporter.id === to.id);
    expect((await call(request, owner, `/admin/reports/${report.id}/`)).content).toMatchObject({
      text: 'You lift like a child',
      context: [{ sender: { id: from.id }, text: 'Do you need a spotter?' }],
    });
  });
  await context.close();
});
