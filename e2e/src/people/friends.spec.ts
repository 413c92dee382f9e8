import type { APIRequestContext, Page } from '@playwright/test';
import { dismiss, expect, test, undo } from '../fixtures.ts';
import { openAppAs } from '../people-at-once.ts';
import { call, plan, type Tokens } from '../planning.ts';

const own = `${process.pid.toString(36)}${Date.now().toString(36)}`;

async function rename(request: APIRequestContext, { access_token }: Tokens, first_name: string, last_name: string) {
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await request.put('/api/v1/users/me/', { headers, data: { first_name, last_name } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const openFriends = (page: Page) =>
  page.getByRole('button', { name: 'Friends', exact: true }).filter({ visible: true }).click();

test('two members find each other, become friends live, and a removal is undone', async ({
  page,
  browser,
  request,
  tokensOf,
  newMember,
}) => {
  const [asking, asked] = [await tokensOf(await newMember()), await tokensOf(await newMember())];
  await rename(request, asking, 'Mateo', `Quill ${own}`);
  await rename(request, asked, 'Zoë', `Kestrel ${own}`);
  const { id: session, title } = await plan(request, asking);
  await call(request, asked, `/sessions/${session}/join/`, {});

  const context = await browser.newContext();
  const other = await context.newPage();
  for (const [tab, tokens] of [
    [page, asking],
    [other, asked],
  ] as const) {
    await openAppAs(tab, tokens);
    await openFriends(tab);
    await expect(tab.getByRole('dialog').getByText('No friends yet')).toBeVisible();
  }
  const [mateo, zoe] = [page.getByRole('dialog'), other.getByRole('dialog')];

  await test.step('the request arrives while the other window is open', async () => {
    await zoe.getByRole('tab', { name: 'Requests' }).click();
    await expect(zoe.getByText('No friend requests')).toBeVisible();
    await mateo.getByRole('tab', { name: 'Find people' }).click();
    // Two letters are swapped, and no accent is typed.
    await mateo.getByLabel('Name').fill(`zoe kestrle ${own}`);
    await mateo.getByRole('button', { name: `Add friend: Zoë Kestrel ${own}` }).click();
    await expect(mateo.getByText('Request sent', { exact: true })).toBeVisible();
    await expect(zoe.getByRole('tab', { name: 'Requests 1' })).toBeVisible();
    await expect(zoe.getByRole('list', { name: 'Friend requests' })).toContainText('Mateo');
  });

  await test.step('the tab that a link opens is in view, with figures in the tabs before it', async () => {
    await other.goto('/app?open=friends&tab=invite');
    await expect(zoe.getByRole('tab', { name: 'Requests 1' })).toBeVisible();
    await expect(zoe.getByRole('tab', { name: 'Invite', selected: true })).toBeInViewport({ ratio: 0.95 });
    // All five stand beside each other, on a small phone too.
    const beyond = () => zoe.getByRole('tablist').evaluate((row) => row.scrollWidth - row.clientWidth);
    expect(await beyond()).toBe(0);
    await other.setViewportSize({ width: 360, height: 740 });
    await expect.poll(beyond).toBe(0);
    await zoe.getByRole('tab', { name: 'Requests' }).click();
  });

  await test.step('the answer is undone, given again, and arrives', async () => {
    const accept = zoe.getByRole('button', { name: /^Accept Mateo/ });
    await accept.click();
    await expect(accept).toBeHidden();
    await undo(other);
    const answered = 'You and Mateo are now friends';
    await expect(other.getByRole('status').filter({ hasText: answered })).toHaveCount(0);
    await accept.click();
    await dismiss(other, answered);
    await expect(mateo.getByRole('list', { name: 'People' }).getByText('Friends', { exact: true })).toBeVisible();
    await mateo.getByRole('tab', { name: 'Friends' }).click();
    await expect(mateo.getByRole('button', { name: new RegExp(`^Next session together: .*${title}$`) })).toBeVisible();
  });

  await test.step('a removed friend comes back, and goes when it is meant', async () => {
    const row = mateo.getByRole('listitem').filter({ hasText: `Zoë Kestrel ${own}` });
    const remove = async () => {
      await mateo.getByRole('button', { name: /^Options for Zoë/ }).click();
      await page.getByRole('menuitem', { name: 'Remove friend' }).click();
      await expect(row).toBeHidden();
    };
    await remove();
    // The toast of the request may still be there, with an Undo of its own.
    const removed = page.getByRole('status').filter({ hasText: 'Removed Zoë' });
    await undo(removed);
    await expect(row).toBeVisible();
    expect((await call(request, asked, '/friends/')).count).toBe(1);
    await zoe.getByRole('tab', { name: 'Friends' }).click();
    await expect(zoe.getByText(/^Mateo Quill/)).toBeVisible();
    await remove();
    // Leaving the page sends what can't be undone any more.
    await page.goto('/healthz');
    await expect(zoe.getByText('No friends yet')).toBeVisible();
  });
  await context.close();
});

test('friends below a removed one move up, each below the one before', { tag: '@drill' }, async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  const reader = await tokensOf(await newMember());
  const me = await call(request, reader, '/users/me/');
  for (const first of ['Ada', 'Bea', 'Cam']) {
    const tokens = await tokensOf(await newMember());
    await rename(request, tokens, first, own);
    const { id } = await call(request, tokens, '/friends/', { receiver_id: me.id });
    await call(request, reader, `/friends/${id}/accept/`, {});
  }
  await openAppAs(page, reader);
  await openFriends(page);
  await page.getByRole('button', { name: `Options for Ada ${own}` }).click();
  await page.getByRole('menuitem', { name: 'Remove friend' }).click();
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click();
  const rows = page.getByRole('list', { name: 'Friends' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const distance = async () => {
    const [first, second] = [await rows.nth(0).boundingBox(), await rows.nth(1).boundingBox()];
    return (second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0);
  };
  await expect.poll(distance).toBe(0);
});
