import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { call, plan } from '../planning.ts';

async function openNotification(page: Page, title: RegExp) {
  await page
    .getByRole('button', { name: /^Notifications/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: title }).first().click();
}

test('opens a friend request from its notification and marks all as read', async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const asked = await newMember();
  const { id } = await call(request, await tokensOf(asked), '/users/me/');
  const asking = await tokensOf(await newMember());
  await call(request, asking, '/friends/', { receiver_id: id, message: 'We share a rack' });
  await signInAs(asked);
  await page.goto('/app?onboarding=skip');
  await openNotification(page, /Noor sent you a friend request/);
  const requests = page.getByRole('list', { name: 'Friend requests' });
  await expect(requests).toContainText('We share a rack');
  await expectAccessible(page);
  await requests.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('You and Noor are now friends.')).toBeVisible();
  await expect(requests).toBeHidden();
  await expect.poll(async () => (await call(request, asking, '/friends/')).count).toBe(1);

  const { id: session } = await plan(request, await tokensOf(asked));
  await call(request, asking, `/sessions/${session}/join/`, {});
  await page.goBack();
  await page
    .getByRole('button', { name: /^Notifications/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  expect((await call(request, await tokensOf(asked), '/notifications/unread-count/')).unread_count).toBe(0);
});

test('opens a message from its notification and the session in it', { tag: '@desktop' }, async ({
  page,
  request,
  signInAs,
  tokensOf,
}) => {
  const ana = await tokensOf('ana');
  const { id, title } = await plan(request, ana);
  const { results } = await call(request, ana, '/conversations/');
  const withBen = results.find(
    (one: { type: string; participants: { first_name: string }[] }) =>
      one.type === 'direct' && one.participants.some(({ first_name }) => first_name === 'Ben'),
  );
  await call(request, ana, `/sessions/${id}/share-to-chat/`, { conversation_id: withBen.id });
  await signInAs('ben');
  await page.goto('/app');
  await openNotification(page, /^Ana sent you a message/);
  const messages = page.getByRole('list', { name: 'Latest messages' });
  await expect(messages.getByRole('listitem').first()).toContainText(title);
  await expectAccessible(page);
  await messages.getByRole('button', { name: title }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
});
