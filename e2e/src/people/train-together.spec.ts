import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { openAppAs } from '../people-at-once.ts';
import type { Tokens } from '../planning.ts';

const own = `${process.pid.toString(36)}${Date.now().toString(36)}`;
/** Enough in common to be suggested to each other before everybody else. */
const alike = {
  preferred_times: ['evening'],
  fitness_level: 'advanced',
  goals: [`Handstand ${own}`, `Muscle-up ${own}`],
  favourite_workouts: ['strength', 'flexibility'],
};

async function introduce(request: APIRequestContext, { access_token }: Tokens, first_name: string) {
  const headers = { authorization: `Bearer ${access_token}` };
  const data = { first_name, last_name: `Quill ${own}`, ...alike };
  const answer = await request.put('/api/v1/users/me/', { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a suggestion leads to an invitation in two taps, and the other joins from the chat', async ({
  page,
  browser,
  request,
  tokensOf,
  newMember,
}) => {
  const [asking, asked] = [await tokensOf(await newMember()), await tokensOf(await newMember())];
  await introduce(request, asking, 'Mateo');
  await introduce(request, asked, 'Zoë');
  const context = await browser.newContext();
  const other = await context.newPage();
  for (const [tab, tokens] of [
    [page, asking],
    [other, asked],
  ] as const) {
    await openAppAs(tab, tokens);
  }

  await test.step('two taps: the person, then the time', async () => {
    await page.getByRole('button', { name: 'Friends', exact: true }).filter({ visible: true }).click();
    await page.getByRole('tab', { name: 'Suggestions' }).click();
    await page.getByRole('button', { name: `Train together with Zoë Quill ${own}` }).click();
    const sheet = page.getByRole('dialog', { name: 'Train with Zoë' });
    const times = sheet.getByRole('list', { name: 'Times' }).getByRole('button');
    await expect(times).toHaveCount(3);
    await expect(times.first()).toContainText('You and Zoë usually train then');
    await expectAccessible(page, '[role=dialog]');
    await times.first().click();
    await expect(page.getByText('Invitation sent to Zoë')).toBeVisible();
  });

  await test.step('both have the card in their chat, and joining shows on both', async () => {
    await page.getByRole('button', { name: 'Open chat' }).click();
    const chat = page.getByRole('dialog', { name: `Zoë Quill ${own}` });
    await expect(chat.getByText("You're in · 9 spots left")).toBeVisible();
    await other
      .getByRole('button', { name: /Messages$/ })
      .filter({ visible: true })
      .click();
    // They aren't friends yet, so the invitation waits as a request.
    await other.getByRole('button', { name: 'Requests 1' }).click();
    await other.getByRole('button', { name: new RegExp(`^Mateo Quill ${own}`) }).click();
    await other.getByRole('button', { name: 'Join Strength' }).click();
    await expect(other.getByText("You're in · 8 spots left")).toBeVisible();
    await expect(chat.getByText("You're in · 8 spots left")).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
  });

  await test.step('another time is sent to the chat too', async () => {
    // Joining from the card has accepted the message request.
    await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.getByRole('button', { name: 'Train together' }).click();
    await page.getByRole('button', { name: 'Pick another time' }).click();
    await page.getByLabel('Title').fill(`Handstands ${own}`);
    await page.getByRole('button', { name: 'Create session' }).click();
    await expect(other.getByRole('log', { name: 'Chat' }).getByText(`Handstands ${own}`)).toBeVisible();
  });
  await context.close();
});
