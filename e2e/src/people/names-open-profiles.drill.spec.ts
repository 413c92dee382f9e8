import { expect, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { openAppAs } from '../people-at-once.ts';
import { call, noon, type Tokens } from '../planning.ts';

const own = `${process.pid.toString(36)}${Date.now().toString(36)}`;

test('a name opens its profile in every list of people, not only the face', async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  const people: { first: string; tokens: Tokens; id: string }[] = [];
  for (const first of ['Wanda', 'Xaver', 'Yara', 'Zeno']) {
    const tokens = await tokensOf(await newMember());
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    await request.put('/api/v1/users/me/', { headers, data: { first_name: first, last_name: `Quill ${own}` } });
    people.push({ first, tokens, id: (await call(request, tokens, '/users/me/')).id });
  }
  const [host, ...others] = people as [(typeof people)[0], ...typeof people];
  for (const { tokens, id } of others) {
    const { id: friendship } = await call(request, host.tokens, '/friends/', { receiver_id: id });
    await call(request, tokens, `/friends/${friendship}/accept/`, {});
  }
  const [waiting, declining, proposing] = others as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  const session = await call(request, host.tokens, '/sessions/', {
    ...{ title: `Rows ${own}`, workout_type: 'cardio', start_time: noon() },
    invited_user_ids: others.map(({ id }) => id),
  });
  await call(request, declining.tokens, `/sessions/${session.id}/decline/`, {});
  const later = new Date(Date.parse(session.start_time.utc) + 3_600_000).toISOString();
  await call(request, proposing.tokens, `/sessions/${session.id}/proposals/`, { proposed_time: later, message: '' });
  const group = { name: `Rowers ${own}`, user_ids: others.map(({ id }) => id) };
  const { id: chat } = await call(request, host.tokens, '/conversations/group/', group);
  const content = { content: 'Who brings water?', client_nonce: crypto.randomUUID() };
  await call(request, waiting.tokens, `/conversations/${chat}/send_message/`, content);
  const poll = await call(request, host.tokens, `/conversations/${chat}/polls/`, {
    ...{ question: 'Which one?', client_nonce: crypto.randomUUID() },
    options: [{ text: 'Early' }, { text: 'Late' }],
  });
  const headers = { authorization: `Bearer ${declining.tokens.access_token}` };
  const votes = `/api/v1/conversations/${chat}/messages/${poll.id}/votes/`;
  expect((await request.put(votes, { headers, data: { options: [1] } })).ok()).toBe(true);

  const profile = page.getByRole('dialog', { name: 'Profile' });
  const opens = async (name: ReturnType<typeof page.getByText>, { first }: { first: string }) => {
    // Where the words are: the whole row may be the control that is tapped.
    const box = (await name.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(profile.getByText(`${first} Quill ${own}`, { exact: true })).toBeVisible();
    await goBack(page);
    await expect(profile).toBeHidden();
  };

  await openAppAs(page, host.tokens);
  await page.goto(`/app/sessions/${session.id}`);
  const asked = (answer: string) => page.getByRole('region', { name: answer });
  const named = async (place: ReturnType<typeof page.getByText>) => {
    await place.scrollIntoViewIfNeeded();
    return place;
  };
  await opens(await named(asked('Invited, waiting').getByText(waiting.first)), waiting);
  await opens(await named(asked("Can't go").getByText(declining.first)), declining);
  const proposed = page.getByRole('region', { name: 'Proposed times' }).getByText(`${proposing.first} proposed`);
  await opens(await named(proposed), proposing);

  await page.goto('/app');
  await page
    .getByRole('button', { name: /Messages$/ })
    .filter({ visible: true })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^Rowers ${own}`) })
    .click();
  await opens(
    page.getByRole('log', { name: 'Chat' }).getByRole('button', { name: waiting.first, exact: true }),
    waiting,
  );
  await page.getByRole('button', { name: '1 person voted' }).click();
  await opens(page.getByRole('dialog', { name: 'Votes' }).getByText(`${declining.first} Quill ${own}`), declining);
});
