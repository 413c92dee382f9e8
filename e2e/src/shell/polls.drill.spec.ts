import { expect, expectAccessible, expectFits, test } from '../fixtures.ts';
import { memberOf, openMessagesAs } from '../people-at-once.ts';
import { call } from '../planning.ts';

test('a poll is answered live, and its answer becomes a session', async ({
  page,
  browser,
  request,
  tokensOf,
  newMember,
}) => {
  const [one, two] = [
    await memberOf(request, tokensOf, await newMember()),
    await memberOf(request, tokensOf, await newMember()),
  ];
  const asked = await call(request, one.tokens, '/friends/', { receiver_id: two.id });
  await call(request, two.tokens, `/friends/${asked.id}/accept/`, {});
  const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
  await call(request, one.tokens, `/conversations/${id}/send_message/`, { content: 'Legs this week?' });

  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const desk = await context.newPage();
  for (const [tab, { tokens }] of [
    [page, one],
    [desk, two],
  ] as const) {
    await openMessagesAs(tab, tokens);
    await tab
      .getByRole('button', { name: /^Noor Vale(?!: profile)/ })
      .first()
      .click();
  }

  await page.getByRole('button', { name: 'Create a poll' }).click();
  const form = page.getByRole('dialog', { name: 'New poll' });
  // The field with the error is shown, wherever the form was scrolled to.
  await form.getByRole('button', { name: 'Send poll' }).click();
  await expect(form.getByLabel('Question')).toBeFocused();
  await form.getByLabel('Question').fill('Which evening?');
  await expectAccessible(page, '[role=dialog]');
  await form.getByRole('button', { name: 'Send poll' }).click();
  const options = (tab: typeof page) => tab.getByRole('list', { name: 'Which evening?' }).getByRole('button');
  await options(desk).first().click();
  await expect(options(page).first()).toHaveAccessibleName(/, 1 vote$/);
  await options(page).first().click();
  await expect(options(desk).first()).toHaveAccessibleName(/, 2 votes$/);
  for (const tab of [page, desk]) await expectAccessible(tab, '[role=dialog]');
  await expectFits(page);

  await desk.getByRole('button', { name: /^Make .* a session$/ }).click();
  await desk.getByRole('button', { name: 'Create session' }).last().click();
  await expect(options(page).first()).toHaveAccessibleName(/became a session$/);
  const chat = page.getByRole('log', { name: 'Chat' });
  await expect(chat).toContainText('The winning time is now a session.');
  await expect(chat.getByRole('button', { name: /^Join / })).toBeVisible();
  await context.close();
});
