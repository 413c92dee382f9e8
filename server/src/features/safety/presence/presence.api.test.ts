import { API_ROOT } from '@spotter/contract/api/address.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PASSING_CHANNEL, type PassingNotice } from '#platform/events/passing.ts';
import { createPgListener, type PgListener } from '#platform/events/pg-listener.ts';
import { createLogger } from '#platform/log.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends } from '#testing/test-data.ts';

const app = useTestApp();
const soon = { interval: 10 };
let listener: PgListener;
let passed: PassingNotice[] = [];

beforeAll(async () => {
  listener = await createPgListener(app().databaseUrl, createLogger('silent'));
  listener.on(PASSING_CHANNEL, (payload) => passed.push(JSON.parse(payload) as PassingNotice));
});
afterAll(() => listener.close());
beforeEach(async () => {
  passed = [];
  await app().db.deleteFrom('conversations').execute();
});

/** Opens the live stream, as an app on a screen does. */
async function comeOnline(person: CastMember): Promise<void> {
  const response = await app().http.inject({
    url: `${API_ROOT}/events/`,
    headers: { authorization: `Bearer ${await app().tokenFor(person)}` },
    payloadAsStream: true,
  });
  const stream = response.stream();
  onTestFinished(() => void stream.destroy());
}
const online = async (person: CastMember) => (await (await app().as(person)).listOnline()).body.user_ids.toSorted();
const heardOf = (person: CastMember) =>
  passed.flatMap(({ to, event }) =>
    event.type === 'presence' && event.data.user_id === person.id ? to.map((id) => [id, event.data.online]) : [],
  );
const show = async (person: CastMember, shows_online: boolean) =>
  (await app().as(person)).updateMe({ body: { shows_online } });

test('friends and people in the same conversation see who is online, live and when they ask', async () => {
  const { cast } = app();
  const { ana, ben, cleo, dov, finn } = cast;
  await addFriends(app().db, ben, [dov]);
  await (await app().as(ben)).createGroupConversation({ body: { name: 'Crew', user_ids: [ana.id, dov.id] } });
  await comeOnline(ben);
  await vi.waitFor(async () => expect(await online(ana)).toEqual([ben.id]), soon);
  await comeOnline(ana);
  await vi.waitFor(() => expect(heardOf(ana)).toEqual([[ben.id, true]]), soon);
  expect(await online(ben)).toEqual([ana.id]);
  // Dov is in the same group, but Ana has blocked him.
  await comeOnline(dov);
  await vi.waitFor(() => expect(heardOf(dov)).toEqual([[ben.id, true]]), soon);
  expect([await online(ana), await online(dov)]).toEqual([[ben.id], [ben.id]]);
  for (const stranger of [cleo, finn, cast.eve]) expect(await online(stranger)).toEqual([]);
});

test('a message request shows nothing until it is accepted', async () => {
  const { ana, cleo } = app().cast;
  await comeOnline(ana);
  const client = await app().as(ana);
  const { body } = await client.openDirectConversation({ body: { user_id: cleo.id } });
  const params = { id: body.id };
  await client.sendMessage({ params, body: { content: 'Hi' } });
  await comeOnline(cleo);
  expect([await online(ana), await online(cleo)].flat()).not.toContain(cleo.id);
  await (await app().as(cleo)).acceptConversation({ params });
  await vi.waitFor(async () => expect(await online(ana)).toContain(cleo.id), soon);
  expect(await online(cleo)).toContain(ana.id);
});

test('who hides is offline for the others at once, and sees nobody', async () => {
  const { ana, ben } = app().cast;
  await comeOnline(ana);
  await comeOnline(ben);
  await vi.waitFor(async () => expect(await online(ana)).toContain(ben.id), soon);
  expect((await show(ben, false)).body.shows_online).toBe(false);
  await vi.waitFor(() => expect(heardOf(ben)).toContainEqual([ana.id, false]), soon);
  expect(await online(ana)).not.toContain(ben.id);
  expect(await online(ben)).toEqual([]);
  await show(ben, true);
  await vi.waitFor(() => expect(heardOf(ben)).toContainEqual([ana.id, true]), soon);
  expect(await online(ana)).toContain(ben.id);
});

test('typing is told to nobody by who hides it, and not to them', async () => {
  const { ana, ben } = app().cast;
  const { body } = await (await app().as(ana)).openDirectConversation({ body: { user_id: ben.id } });
  const type = async (person: CastMember) => (await app().as(person)).sendTyping({ params: { id: body.id } });
  const typists = () => passed.flatMap(({ event }) => (event.type === 'typing' ? [event.data.user_id] : []));
  await (await app().as(ben)).updateMe({ body: { shows_typing: false } });
  expect([(await type(ana)).status, (await type(ben)).status]).toEqual([204, 204]);
  await (await app().as(ben)).updateMe({ body: { shows_typing: true } });
  await type(ana);
  await vi.waitFor(() => expect(typists()).toEqual([ana.id]), soon);
});
