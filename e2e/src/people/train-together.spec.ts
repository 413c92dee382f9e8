import type { APIRequestContext, Page } from '@playwright/test';
import { dismiss, expect, expectAccessible, test, undo } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { openAppAs } from '../people-at-once.ts';
import { call, type Tokens } from '../planning.ts';

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

async function openChat(page: Page, name: RegExp) {
  await page
    .getByRole('button', { name: /Messages$/ })
    .filter({ visible: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

test('an invitation is for two, can be undone, and one answer settles it', async ({
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

  const sheet = page.getByRole('dialog', { name: 'Train with Zoë' });
  const openSheet = async () => {
    await page.getByRole('button', { name: `Train together with Zoë Quill ${own}` }).click();
    await expect(sheet.getByRole('checkbox')).toHaveCount(3);
  };

  await test.step('Mateo picks two times, says hello, and undoes it once', async () => {
    await page.getByRole('button', { name: 'Friends', exact: true }).filter({ visible: true }).click();
    await page.getByRole('tab', { name: 'Suggestions' }).click();
    await openSheet();
    await expect(sheet.getByText('You and Zoë usually train then').first()).toBeVisible();
    await expect(sheet.getByRole('switch', { name: 'Let others join' })).not.toBeChecked();
    await sheet.getByLabel('Say hello').fill('Shall we do handstands?');
    await sheet.getByRole('button', { name: 'Invite Zoë' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await openSheet();
    await sheet.getByRole('checkbox').nth(1).check();
    await expect(sheet.getByLabel('Say hello')).toHaveValue('Shall we do handstands?');
    await sheet.getByRole('button', { name: 'Invite Zoë' }).click();
    await dismiss(page, 'Inviting Zoë');
    await expect(page.getByText('Invitation sent to Zoë')).toBeVisible();
  });

  await test.step('Zoë finds the words and three answers on the card, and takes the second time', async () => {
    await page.getByRole('button', { name: 'Open chat' }).click();
    const chat = page.getByRole('dialog', { name: `Zoë Quill ${own}` });
    await expect(chat.getByText("You're in · Invited: Zoë, waiting")).toBeVisible();
    // Not a session like others, whose button would join at the first of the two times.
    const invitation = other.getByRole('list', { name: 'Invitations' });
    await expect(invitation.getByText('Mateo invited you')).toBeVisible();
    await expect(other.getByRole('button', { name: /^Join .*Mateo/ })).toHaveCount(0);
    await expect(invitation.getByRole('button', { name: /^Accept Mateo's invitation to / })).toBeVisible();
    await invitation.getByRole('button', { name: /^Mateo invited you/ }).click();
    const accept = other.getByRole('dialog').getByRole('button', { name: /^Accept Mateo's invitation to / });
    await expect(accept).toBeVisible();
    await goBack(other);
    await other
      .getByRole('button', { name: /Messages$/ })
      .filter({ visible: true })
      .click();
    // They aren't friends yet, so the invitation waits as a request; the undone one never came.
    await other.getByRole('button', { name: 'Requests 1' }).click();
    await other.getByRole('button', { name: new RegExp(`^Mateo Quill ${own}`) }).click();
    await expect(other.getByText('Shall we do handstands?')).toHaveCount(1);
    const answer = (name: RegExp) => other.getByRole('dialog').getByRole('button', { name });
    const answers = [/^Accept Mateo's invitation/, /^Another time for/, /^Decline Mateo's invitation/].map(answer);
    for (const one of answers) await expect(one).toHaveCount(1);
    // On a phone Accept is as wide as the times, and the other two share the line below.
    const times = other.getByRole('group', { name: 'Pick a time' });
    const [first, second, third, above] = await Promise.all([...answers, times].map((one) => one.boundingBox()));
    expect([first?.width, second?.y]).toEqual([above?.width, third?.y]);
    await expectAccessible(other, '[role=dialog]');
    await times.getByRole('radio').nth(1).check();
    await accept.click();
    await expect(other.getByText("You're in").last()).toBeVisible();
    await expect(chat.getByText('Invited: Zoë, waiting')).toBeHidden();
    await expectAccessible(page, '[role=dialog]');
  });

  await test.step('another time keeps the words and the switch, and is sent to the chat too', async () => {
    // Joining from the card has accepted the message request.
    await expect(other.getByRole('textbox', { name: 'Message' })).toBeVisible();
    await page.getByRole('button', { name: 'Train together' }).click();
    await sheet.getByLabel('Say hello').fill('Same again, but later?');
    await sheet.getByText('Let others join').click();
    await page.getByRole('button', { name: 'Pick another time' }).click();
    await expect(sheet.getByRole('switch', { name: 'Let others join' })).toBeChecked();
    await sheet.getByLabel('Title').fill(`Handstands ${own}`);
    await sheet.getByRole('button', { name: 'Invite Zoë' }).click();
    await undo(page);
    await expect(page.getByText('Inviting Zoë')).toBeHidden();

    await openChat(page, new RegExp(`^Zoë Quill ${own}`));
    await page.getByRole('button', { name: 'Train together' }).click();
    await expect(sheet.getByLabel('Say hello')).toHaveValue('Same again, but later?');
    await page.getByRole('button', { name: 'Pick another time' }).click();
    await sheet.getByLabel('Title').fill(`Handstands ${own}`);
    await sheet.getByRole('button', { name: 'Invite Zoë' }).click();
    await dismiss(page, 'Inviting Zoë');
    const log = other.getByRole('log', { name: 'Chat' });
    await expect(log.getByText(`Handstands ${own}`)).toHaveCount(1);
    await expect(log.getByText('Same again, but later?')).toBeVisible();
  });
  await context.close();
});

test('another time for a group is for the group alone, and comes with the words to it', { tag: '@drill' }, async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  const [asking, asked, stranger] = [
    await tokensOf(await newMember()),
    await tokensOf(await newMember()),
    await tokensOf(await newMember()),
  ];
  const { id: receiver_id } = await call(request, asked, '/users/me/');
  const { id: friendship } = await call(request, asking, '/friends/', { receiver_id });
  await call(request, asked, `/friends/${friendship}/accept/`, {});
  const group = { name: `Lifters ${own}`, user_ids: [receiver_id] };
  const { id: chat } = await call(request, asking, '/conversations/group/', group);
  await openAppAs(page, asking);
  await openChat(page, new RegExp(`^Lifters ${own}`));
  await page.getByRole('button', { name: 'Train together' }).click();
  const sheet = page.getByRole('dialog', { name: `Train with Lifters ${own}` });
  await sheet.getByLabel('Say hello').fill('Who is in?');
  await sheet.getByRole('button', { name: 'Pick another time' }).click();
  await expect(sheet.getByRole('switch', { name: 'Let others join' })).not.toBeChecked();
  const title = `Rings ${own}`;
  await sheet.getByLabel('Title').fill(title);
  await sheet.getByRole('button', { name: `Invite Lifters ${own}` }).click();
  await dismiss(page, `Inviting Lifters ${own}`);
  await expect(page.getByText(`Invitation sent to Lifters ${own}`)).toBeVisible();

  const { results } = await call(request, asked, `/conversations/${chat}/messages/`);
  const card = results.find(({ kind }: { kind: string }) => kind === 'session');
  expect(card).toMatchObject({ content: 'Who is in?', session: { title } });
  const session = await call(request, asking, `/sessions/${card.session.id}/`);
  expect(session).toMatchObject({ invite_only: true, max_participants: 2, invited: [{ id: receiver_id }] });
  const seen = await call(request, stranger, '/sessions/?page_size=100');
  expect(seen.results.map(({ title }: { title: string }) => title)).not.toContain(title);
});
