import { expect, expectAccessible, expectFits, test } from '../fixtures.ts';
import { openMessagesAs } from '../people-at-once.ts';
import { call } from '../planning.ts';

test('a member who is threatened and then blocked reports the message and blocks back', async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  const [rude, reader] = [await tokensOf(await newMember()), await tokensOf(await newMember())];
  const { id: readerId } = await call(request, reader, '/users/me/');
  const chat = await call(request, rude, '/conversations/direct/', { user_id: readerId });
  await call(request, rude, `/conversations/${chat.id}/send_message/`, { content: 'I know your street' });
  await call(request, reader, `/conversations/${chat.id}/accept/`, {});
  await openMessagesAs(page, reader);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Noor Vale(?!: profile)/ })
    .click();
  await expect(page.getByRole('log', { name: 'Chat' })).toContainText('I know your street');

  await test.step('the open chat goes like that of a deleted account', async () => {
    const headers = { authorization: `Bearer ${rude.access_token}` };
    expect((await request.post(`/api/v1/users/${readerId}/block/`, { headers })).ok()).toBe(true);
    await expect(page.getByText("This chat isn't here anymore")).toBeVisible();
    await expect(page.getByText('You may have left or been removed, or the other account is gone.')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
  });

  await test.step('the message is found and reported', async () => {
    await page.getByRole('button', { name: 'Report or block someone' }).click();
    const window = page.getByRole('dialog', { name: 'Report or block someone' });
    await expectAccessible(page, '[role=dialog]');
    await window.getByRole('button', { name: 'Noor Vale' }).click();
    await expect(window.getByText('I know your street')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await expectFits(page);
    await window.getByRole('button', { name: 'Report "I know your street"' }).click();
    await page.getByRole('radio', { name: 'Harassment or hate' }).click();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thanks for telling us')).toBeVisible();
  });

  await test.step('and the person blocked back', async () => {
    await page.getByRole('button', { name: 'Block Noor' }).click();
    await expect(page.getByText('Noor is blocked')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Name' })).toBeVisible();
    const { results } = await call(request, reader, '/users/blocked/');
    expect(results).toHaveLength(1);
  });
});
