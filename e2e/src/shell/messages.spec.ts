import type { Page } from '@playwright/test';
import { type Account, expect, expectAccessible, expectFits, test, undo } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { memberOf, openMessagesAs } from '../people-at-once.ts';
import { call } from '../planning.ts';

const chatOf = (page: Page) => page.getByRole('log', { name: 'Chat' });
async function send(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('two members message each other live, on a phone and a desktop', async ({
  page,
  browser,
  request,
  tokensOf,
  newMember,
}) => {
  const [one, two, three] = [
    await memberOf(request, tokensOf, await newMember()),
    await memberOf(request, tokensOf, await newMember()),
    await memberOf(request, tokensOf, await newMember()),
  ];
  for (const friend of [one, three]) {
    const asked = await call(request, friend.tokens, '/friends/', { receiver_id: two.id });
    await call(request, two.tokens, `/friends/${asked.id}/accept/`, {});
  }
  const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
  await call(request, one.tokens, `/conversations/${id}/send_message/`, { content: 'Squats tomorrow?' });

  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const desk = await context.newPage();
  await openMessagesAs(page, one.tokens);
  await openMessagesAs(desk, two.tokens);
  const window = page.getByRole('dialog');

  await test.step('the list leads to the chat, and the first message gets its read tick', async () => {
    await window.getByRole('button', { name: /^Noor Vale(?!: profile)/ }).click();
    // The other tab has the message, though nobody has read it.
    await expect(chatOf(page)).toContainText('Delivered');
    const row = desk.getByRole('button', { name: /^Noor Vale(?!: profile)/ });
    await expect(row).toContainText('Squats tomorrow?');
    await expect(row.getByRole('status', { name: '1 unread' })).toBeVisible();
    await row.click();
    await expect(chatOf(desk).getByText('New messages')).toBeVisible();
    await expect(chatOf(page)).toContainText('Read');
    await expect(row.getByRole('status', { name: '1 unread' })).toBeHidden();
  });

  await test.step('typing and messages arrive live', async () => {
    await desk.getByRole('textbox', { name: 'Message' }).pressSequentially('Six');
    await expect(window.getByText('Typing…').first()).toBeVisible();
    await send(desk, 'Six at the racks');
    await expect(chatOf(page)).toContainText('Six at the racks');
    await expect(window.getByText('Typing…')).toHaveCount(0);
    await send(page, 'See you ther');
    await expect(chatOf(desk)).toContainText('See you ther');
    await expectFits(page);
  });

  await test.step('an edited and a deleted message change for both', async () => {
    await chatOf(page).getByRole('button', { name: 'Message options' }).last().press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Message' }).fill('See you there');
    await page.getByRole('button', { name: 'Save' }).click();
    for (const tab of [page, desk]) {
      await expect(chatOf(tab).getByText('See you there', { exact: true })).toBeVisible();
      await expect(chatOf(tab)).toContainText('Edited');
    }
    await chatOf(page).getByRole('button', { name: 'Message options' }).last().press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this message?' }).getByRole('button', { name: 'Delete' }).click();
    for (const tab of [page, desk]) await expect(chatOf(tab)).toContainText('Message deleted');
    await expect(desk.getByRole('button', { name: /^Noor Vale(?!: profile)/ })).toContainText('Message deleted');
  });

  await test.step('a muted chat says so in the list, and an archived one can be brought back', async () => {
    await page.getByRole('button', { name: 'Chat options' }).click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    const durations = page.getByRole('dialog', { name: /^Mute/ });
    await durations.getByRole('button', { name: '8 hours' }).click();
    await expect(durations).toBeHidden();
    await page.getByRole('textbox', { name: 'Message' }).fill('Bring ch');
    // Back closes the chat, then the window.
    await goBack(page);
    const row = window.getByRole('button', { name: /^Noor Vale(?!: profile)/ });
    await expect(row).toContainText('Muted');
    await row.click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Bring ch');
    const archive = async () => {
      await page.getByRole('button', { name: 'Chat options' }).click();
      await page.getByRole('menuitem', { name: 'Archive' }).click();
    };
    await archive();
    await undo(page);
    await archive();
    await window.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(window.getByText('No chats yet')).toBeVisible();
    await window.getByRole('button', { name: 'Archived' }).click();
    await expect(row).toBeVisible();
    await goBack(page);
    await expect(window).toBeHidden();
    await expect(page).toHaveURL(/\/app/);
  });

  await test.step('a group is started, its members see it, and leaving it says what happens', async () => {
    await desk.getByRole('button', { name: 'New chat' }).click();
    const form = desk.getByRole('dialog', { name: 'New chat' });
    const people = form.getByRole('list', { name: 'People' }).getByRole('button');
    await people.nth(0).click();
    await people.nth(1).click();
    await form.getByLabel('Group name').fill('Saturday squad');
    await expectAccessible(desk, '[role=dialog]');
    await form.getByRole('button', { name: 'Create group' }).click();
    await expect(desk.getByRole('heading', { name: 'Saturday squad' })).toBeVisible();
    await expect(chatOf(desk)).toContainText('You started the group');
    await desk.getByRole('button', { name: 'Chat options' }).click();
    await desk.getByRole('menuitem', { name: 'Group info' }).click();
    const info = desk.getByRole('dialog', { name: 'Group info' });
    await expect(info.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(3);
    await info.getByRole('button', { name: 'Leave group' }).click();
    const question = desk.getByRole('dialog', { name: 'Leave Saturday squad?' });
    await expect(question).toContainText('takes over');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(desk.getByText('You left Saturday squad')).toBeVisible();
    await expect(desk.getByRole('button', { name: /^Saturday squad/ })).toBeHidden();
    await expect(desk.getByText('Choose a chat')).toBeVisible();
  });
  await context.close();
});

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('what a member wrote or chose survives the end of the sign-in, for nobody else', { tag: '@drill' }, async ({
  page,
  request,
  tokensOf,
  newMember,
  faults,
}) => {
  const accounts = [await newMember(), await newMember()] as const;
  const [one, two] = [await memberOf(request, tokensOf, accounts[0]), await memberOf(request, tokensOf, accounts[1])];
  const asked = await call(request, one.tokens, '/friends/', { receiver_id: two.id });
  await call(request, two.tokens, `/friends/${asked.id}/accept/`, {});
  const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
  await call(request, one.tokens, `/conversations/${id}/send_message/`, { content: 'Squats tomorrow?' });
  // What was loading when the line drops.
  faults.expected.push(/net::ERR_/);

  const openChat = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Noor Vale(?!: profile)/ })
      .click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  const photo = page.getByRole('dialog', { name: 'Send this photo?' });
  async function endSignIn() {
    const tokens = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}'));
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = await request.post('/api/v1/auth/logout/', { headers, data: { refresh: tokens.refresh_token } });
    expect(answer.ok()).toBe(true);
  }
  async function signIn({ email, password }: Account) {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Sessions you can join' })).toBeVisible();
    await page
      .getByRole('button', { name: /Messages$/ })
      .filter({ visible: true })
      .click();
    await openChat();
  }

  await openMessagesAs(page, one.tokens);
  await openChat();
  await page.context().setOffline(true);
  await send(page, 'Written too late');
  await expect(chatOf(page)).toContainText('Written too late');
  await composer.fill('Half a thought');
  await page.getByLabel('Photos', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await expect(photo.getByRole('img')).toBeVisible();
  await endSignIn();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await signIn(accounts[0]);
  await expect(photo.getByRole('img')).toBeVisible();
  await page.reload();
  await photo.getByRole('button', { name: 'Cancel' }).click();
  await expect(photo).toHaveCount(0);
  await page.reload();
  await expect(chatOf(page)).toContainText('Written too late');
  await expect(photo).toHaveCount(0);
  await expect(composer).toHaveValue('Half a thought');
  const { results } = await call(request, two.tokens, `/conversations/${id}/messages/`);
  expect(results.map(({ content }: { content: string }) => content)).toEqual(['Written too late', 'Squats tomorrow?']);

  await endSignIn();
  await expect(page).toHaveURL(/\/login/);
  await signIn(accounts[1]);
  await expect(composer).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Half a thought');
});
