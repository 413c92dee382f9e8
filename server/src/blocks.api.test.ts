import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { askFor, everyRead } from '#testing/every-read.ts';
import { idPaths, type Path, sampleInput } from '#testing/hostile/sample-input.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addNotification, addSession } from '#testing/test-data.ts';

/*
 * Ana has blocked Dov. The two meet wherever members can meet, and no answer and no live event tells one of the other.
 * A new call is tried here without anybody adding it.
 */

const app = useTestApp();

/** Calls in which a blocked member is meant to appear. */
const about: Partial<Record<EndpointName, string>> = {
  listBlockedUsers: 'lists whom the caller has blocked',
  exportMyData: 'is a copy of what the caller entered, their blocks included',
  listMetPeople: 'lists everybody the caller has met, to report them',
  listReportable: 'shows what the caller could read before the block, to report it',
};

const reads = everyRead.filter(([name]) => !(name in about));

/** Noon in Sydney in so many days: whenever the test runs, no session reaches beyond midnight there. */
const noonIn = (days: number) => new Date(`${dayFromNow(days)}T01:00:00Z`).toISOString();

/** Ids that stand in an address, each tried in every call. */
const ids: Record<string, string> = {};
/** A message in the group by Ben, to which Dov reacted. */
let messageId = '';

beforeAll(async () => {
  const { db, cast } = app();
  const { ana, ben, cleo, dov } = cast;
  const organization_id = cast.organizations.ironHarbour;
  const gym = cast.gyms.barangaroo;
  await openDaily(db, { organizationId: organization_id, gymId: gym });
  const shared = await addSession(db, { gym, host: ben, with: [ana, dov, cleo] });
  const past = await addSession(db, { gym, host: ben, with: [ana, dov], in: -180 });
  const full = await addSession(db, { gym, host: ben, with: [cleo], max_participants: 2 });
  const dovs = await addSession(db, { gym, host: dov, with: [ben] });
  const [low, high] = [ben.id, dov.id].sort() as [string, string];
  await db
    .insertInto('friendships')
    .values({ organization_id, id: newId(), user_low_id: low, user_high_id: high })
    .execute();
  const asDov = await app().as(dov);
  await asDov.sendSessionMessage({ params: { id: shared }, body: { content: 'Hello all' } });
  await asDov.sendQuickAction({ params: { id: shared }, body: { action: 'on_my_way', details: {} } });
  const later = noonIn(2);
  await asDov.createProposal({ params: { id: shared }, body: { proposed_time: later, message: 'Later?' } });
  await asDov.joinWaitlist({ params: { id: full } });
  const asBen = await app().as(ben);
  const members = [ana, dov, cleo].map(({ id }) => id);
  const { body: group } = await asBen.createGroupConversation({ body: { name: 'Crew', user_ids: members } });
  await asDov.sendMessage({ params: { id: group.id }, body: { content: 'Hello group' } });
  const { body: said } = await asBen.sendMessage({ params: { id: group.id }, body: { content: 'Hello Dov' } });
  await asDov.addReaction({ params: { id: group.id, messageId: said.id, emoji: '💪' } });
  await asDov.pinMessage({ params: { id: group.id, messageId: said.id } });
  const options = [{ text: 'Monday' }, { text: 'Tuesday' }];
  const { body: poll } = await asBen.sendPoll({
    params: { id: group.id },
    body: { question: 'When?', options, client_nonce: newId() },
  });
  await asDov.votePoll({ params: { id: group.id, messageId: poll.id }, body: { options: [1] } });
  await addNotification(db, { to: ana, kind: 'session_joined', by: [dov], session: shared });
  messageId = said.id;
  const { body: dovsGroup } = await asDov.createGroupConversation({
    body: { name: 'Dov and Ben', user_ids: [ben.id] },
  });
  Object.assign(ids, { dovsGroup: dovsGroup.id });
  Object.assign(ids, { shared, past, full, dovs, group: group.id, dov: dov.id, ben: ben.id });
});

const marksOf = ({ id, email }: CastMember) => [id, email, 'Dahan'];
const leaks = (text: string, hidden: CastMember) => marksOf(hidden).some((mark) => text.includes(mark));

const ask = (name: EndpointName, entry: Endpoint, reader: CastMember, id?: string) =>
  askFor(app(), [name, entry], reader, { id, messageId });

test('the two meet in what is read', async () => {
  const { cast } = app();
  const [, shared] = reads.find(([name]) => name === 'getSession')!;
  expect(await ask('getSession', shared, cast.cleo, ids.shared)).toContain(cast.dov.id);
  const [, messages] = reads.find(([name]) => name === 'listMessages')!;
  expect(await ask('listMessages', messages, cast.cleo, ids.group)).toContain(cast.dov.id);
  const [, reactions] = reads.find(([name]) => name === 'listReactions')!;
  expect(await ask('listReactions', reactions, cast.cleo, ids.group)).toContain(cast.dov.id);
});

test.each(reads)('%s tells nothing of a blocked member', async (name, entry) => {
  const { cast } = app();
  const asked = entry.params ? Object.entries(ids) : [['nothing', undefined] as const];
  for (const [kind, id] of asked) {
    const answer = (await ask(name, entry, cast.ana, id)).replaceAll(ids.dov!, (found) =>
      kind === 'dov' ? '' : found,
    );
    expect([kind, leaks(answer, cast.dov)]).toEqual([kind, false]);
  }
});

/** Calls that look past a block for people one has met; `across-block.api.test.ts` proves them, and whom they refuse. */
const forPeopleMet = ['createReport body.id', 'blockUser params.id', 'listReportable params.id'];

/** Every place of an id in the calls of members; a nonce names nobody. */
const named = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([, { access }]) => ['member', 'signed_in'].includes(access))
  .flatMap(([name, entry]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      (entry[part] ? idPaths(entry[part]) : [])
        .filter((path) => path.at(-1) !== 'client_nonce')
        .map((path): [string, Endpoint, Place] => [`${name} ${part}.${path.join('.')}`, entry, { part, path }])
        .filter(([place]) => !forPeopleMet.includes(place)),
    ),
  );
type Place = { part: 'params' | 'query' | 'body'; path: Path };

/** What Dov is answered when this id stands in that place, in a call about something of his own. */
async function answerFor(entry: Endpoint, { part, path }: Place, id: string, own: string) {
  const inputOf = (one: Place['part']) =>
    entry[one] && (sampleInput(entry[one], one === part ? { path, id } : undefined) as Record<string, unknown>);
  const params = inputOf('params');
  if (params && part !== 'params' && 'id' in params) params.id = own;
  const { statusCode, body } = await app().http.inject({
    method: entry.method,
    url: `${API_ROOT}${addressOf(entry.path, { params, query: inputOf('query') })}`,
    headers: { authorization: `Bearer ${await app().tokenFor(app().cast.dov)}` },
    ...(entry.body && { payload: inputOf('body') }),
  });
  return [statusCode, body.replaceAll(id, 'the id').replace(/"request_id":"[^"]*"/, '')];
}

test.each(named)(
  '%s: a member who blocked the caller is answered like one who does not exist',
  async (_, entry, place) => {
    const { ana } = app().cast;
    for (const own of place.part === 'params' ? [''] : [ids.dovsGroup!, ids.dovs!])
      expect(await answerFor(entry, place, ana.id, own)).toEqual(await answerFor(entry, place, newId(), own));
  },
);

test('no live event tells of a blocked member', async () => {
  const { db, cast } = app();
  const { ana, dov } = cast;
  await db.deleteFrom('live_events').execute();
  const asDov = await app().as(dov);
  const shared = { params: { id: ids.shared! } };
  const group = { params: { id: ids.group! } };
  const later = noonIn(3);
  const answers = [
    await asDov.sendSessionMessage({ ...shared, body: { content: 'Again' } }),
    await asDov.sendQuickAction({ ...shared, body: { action: 'running_late', details: { minutes: 5 } } }),
    await asDov.createProposal({ ...shared, body: { proposed_time: later, message: 'Later still?' } }),
    await asDov.sendMessage({ ...group, body: { content: 'Again' } }),
    await asDov.sendMessage({ ...group, body: { content: 'Yes', reply_to_id: messageId } }),
    await asDov.addReaction({ params: { ...group.params, messageId, emoji: '🔥' } }),
    await asDov.removeReaction({ params: { ...group.params, messageId, emoji: '💪' } }),
    await asDov.markConversationRead({ ...group, body: {} }),
    await asDov.updateSession({ params: { id: ids.dovs! }, body: { title: 'Renamed' } }),
    await asDov.leaveSession({ ...shared, body: {} }),
    await asDov.joinSession({ ...shared, body: {} }),
    await asDov.leaveConversation(group),
    await asDov.cancelSession({ params: { id: ids.dovs! } }),
  ];
  expect(answers.filter(({ status }) => status >= 300).map(({ error }) => error)).toEqual([]);
  const rows = await db
    .selectFrom('live_events')
    .select(['type', 'data', 'user_ids', 'gym_id', 'except_ids'])
    .execute();
  const forAna = rows.filter(({ user_ids, except_ids }) =>
    user_ids ? user_ids.includes(ana.id) : !except_ids.includes(ana.id),
  );
  expect(rows.length).toBeGreaterThan(forAna.length);
  const leaking = forAna
    .filter(({ data }) => leaks(JSON.stringify(data), dov))
    .map(({ type, data }) => ({ type, data }));
  expect(leaking).toEqual([]);
});
