import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { call, plan } from '../planning.ts';

const openNotifications = (page: Page) =>
  page.getByRole('button', { name: 'Notifications' }).filter({ visible: true }).click();

async function openNotification(page: Page, title: RegExp) {
  await openNotifications(page);
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
  await goBack(page);
  // The same question can be answered in the list.
  await openNotifications(page);
  const list = page.getByRole('dialog');
  await list.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('You and Noor are now friends.')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Accept' })).toBeHidden();
  await expect.poll(async () => (await call(request, asking, '/friends/')).count).toBe(1);

  const { id: session } = await plan(request, await tokensOf(asked));
  await call(request, asking, `/sessions/${session}/join/`, {});
  await expect(list.getByRole('button', { name: /joined/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  // Shown while it is being sent.
  const tokens = await tokensOf(asked);
  await expect.poll(async () => (await call(request, tokens, '/notifications/unread-count/')).unread_count).toBe(0);
});

test('opens a message from its notification and the session in it', { tag: ['@desktop', '@drill'] }, async ({
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
  const chat = page.getByRole('log', { name: 'Chat' });
  await expect(chat).toContainText(title);
  await expectAccessible(page);
  await chat.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
});

test('loads notifications beyond the first 40, under the name of their day', { tag: '@drill' }, async ({
  page,
  request,
  signInAs,
  tokensOf,
  newMember,
}) => {
  const host = await newMember();
  const [hosting, joining] = [await tokensOf(host), await tokensOf(await newMember())];
  const sessions = await Promise.all(
    Array.from({ length: 45 }, (_, n) => plan(request, hosting, { title: `Lift ${n}` })),
  );
  for (const { id } of sessions) await call(request, joining, `/sessions/${id}/join/`, {});
  await signInAs(host);
  await page.goto('/app?onboarding=skip');
  await openNotifications(page);
  const list = page.getByRole('dialog');
  await expect(list.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(list.getByRole('button', { name: /joined Lift 44/ })).toBeVisible();
  expect(await list.getByRole('listitem').count()).toBeLessThan(35);
  const oldest = list.getByRole('button', { name: /joined Lift 0/ });
  await expect(async () => {
    await page.mouse.move(190, 500);
    await page.mouse.wheel(0, 4000);
    await expect(oldest).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await oldest.click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Lift 0' })).toBeVisible();
});
