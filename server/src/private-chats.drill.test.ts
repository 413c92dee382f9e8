import { join } from 'node:path';
import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { unzip } from '#testing/formats/zips.ts';
import { idPaths, type Path, sampleInput } from '#testing/hostile/sample-input.ts';
import { addFriends, addMemberTo, addSession } from '#testing/test-data.ts';

/*
 * Members write a secret word wherever only they can read it. Then their gym's admins, and Spotter support inside and
 * outside the organization, make every call of the contract with every id there, and none of the answers has the word. A
 * new call is tried without anybody adding it; if it shows such words to members, its entry has to say so.
 */

const app = useTestApp();

const secret = 'zanzibarquill';
/** A word beside the secret: an echo of it shows nothing. */
const searched = 'first';

const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
const reads = table.filter(([, { method }]) => method === 'GET');
const writes = table.filter(([, { method }]) => method !== 'GET');

/** Ids that stand in an address. */
const ids: Record<string, string> = {};
/** Those that bodies and queries name. */
let named: string[] = [];
/** A message of each chat. */
const messageIn: Record<string, string> = {};
/** The position of the live stream before anything was written. */
let start = '';

beforeAll(async () => {
  const { db, cast } = app();
  const { ana, ben, cleo } = cast;
  const gym = cast.gyms.barangaroo;
  await addFriends(db, cleo, [ben]);
  const newcomer = await addMemberTo(db, cast, gym);
  const [asAna, asBen, asCleo] = [await app().as(ana), await app().as(ben), await app().as(cleo)];
  start = (await asAna.getLiveCursor()).body.cursor;
  const chat = (await asBen.openDirectConversation({ body: { user_id: ana.id } })).body.id;
  const say = { params: { id: chat } };
  const { body: said } = await asBen.sendMessage({ ...say, body: { content: `${secret} first` } });
  const file = new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
          .png()
          .toBuffer(),
      ),
    ],
    'photo.png',
    { type: 'image/png' },
  );
  const { body: photo } = await asAna.sendPhoto({
    ...say,
    body: { file, client_nonce: newId(), reply_to_id: said.id },
  });
  const { body: draft } = await asAna.sendMessage({ ...say, body: { content: 'to be changed' } });
  await asAna.editMessage({ params: { id: chat, messageId: draft.id }, body: { content: `${secret} edited` } });
  const { body: answered } = await asAna.sendMessage({
    ...say,
    body: { content: `${secret} answered`, reply_to_id: said.id },
  });
  await asBen.addReaction({ params: { id: chat, messageId: answered.id, emoji: '💪' } });
  await asBen.pinMessage({ params: { id: chat, messageId: said.id } });
  const { body: poll } = await asBen.sendPoll({
    ...say,
    body: {
      question: `${secret} which evening?`,
      options: [{ text: `${secret} Monday` }, { text: 'Tuesday' }],
      client_nonce: newId(),
    },
  });
  await asAna.votePoll({ params: { id: chat, messageId: poll.id }, body: { options: [0] } });
  const members = [ana.id, cleo.id];
  const { body: crew } = await asBen.createGroupConversation({ body: { name: `${secret} crew`, user_ids: members } });
  const { body: inGroup } = await asCleo.sendMessage({ params: { id: crew.id }, body: { content: `${secret} crew` } });
  const request = (await asCleo.openDirectConversation({ body: { user_id: newcomer.id } })).body.id;
  const { body: asked } = await asCleo.sendMessage({ params: { id: request }, body: { content: `${secret} asks` } });
  await asCleo.sendFriendRequest({ body: { receiver_id: ana.id, message: `${secret} friends?` } });
  const { body: waiting } = await asAna.listFriendRequests();
  const session = await addSession(db, { gym, host: ben, with: [ana] });
  await asBen.shareSessionToChat({ params: { id: session }, body: { conversation_id: chat } });
  await app().runJobs();
  const [notification] = (await asAna.listNotifications()).body.results;
  Object.assign(messageIn, { [chat]: photo.id, [crew.id]: inGroup.id, [request]: asked.id });
  Object.assign(ids, {
    chat,
    crew: crew.id,
    request,
    message: said.id,
    ana: ana.id,
    ben: ben.id,
    friendRequest: waiting.results[0]?.id,
    notification: notification?.id,
  });
  named = [chat, crew.id, said.id, ana.id];
  expect(Object.values(ids).every(Boolean)).toBe(true);
});

type Place = { part: 'params' | 'query' | 'body'; path: Path };

const placesOf = (entry: Endpoint): Place[] =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    (entry[part] ? idPaths(entry[part]) : [])
      .filter((path) => path.at(-1) !== 'client_nonce')
      .map((path) => ({ part, path })),
  );

/** The inputs of a call: as it is, searching, and with each id in each place. What else stands in the address is the chat. */
function inputsOf(entry: Endpoint, tried = ids) {
  const fields = entry.query?.shape ?? {};
  const words = ['q', 'search', 'text'].filter((word) => word in fields);
  const withIds = placesOf(entry).flatMap((place) =>
    (place.part === 'params' ? Object.values(tried) : named).map((id) => ({ ...place, id })),
  );
  const wanted = [null, ...(words.length > 0 ? ['searching' as const] : []), ...withIds];
  return wanted.map((one) => {
    const at = one === 'searching' ? null : one;
    const sample = (part: Place['part']) =>
      entry[part] && (sampleInput(entry[part], at?.part === part ? at : undefined) as Record<string, unknown>);
    const params = sample('params');
    if (params && 'id' in params && at?.path[0] !== 'id') params.id = ids.chat;
    if (params && 'messageId' in params && at?.path[0] !== 'messageId')
      params.messageId = messageIn[String(params.id)] ?? ids.message;
    const query = sample('query');
    if (query && one === 'searching') for (const word of words) query[word] = searched;
    if (query && 'since' in fields) query.since = start;
    return { params, query, body: sample('body') };
  });
}

/** Whether an answer holds private words; a photo without words is told by its type. */
async function asks(
  token: string,
  entry: Endpoint,
  { params, query, body }: ReturnType<typeof inputsOf>[number],
  word = secret,
) {
  const response = await app().http.inject({
    method: entry.method,
    url: `${API_ROOT}${addressOf(entry.path, { params, query })}`,
    headers: { authorization: `Bearer ${token}`, ...(entry.sends === 'text/event-stream' && { 'last-event-id': '0' }) },
    ...(entry.body && !entry.accepts && { payload: body as object }),
    payloadAsStream: true,
  });
  const type = String(response.headers['content-type']);
  let text = JSON.stringify(response.headers);
  const stream = response.stream();
  // A live stream first tells what its reader has missed, and then says that it is ready.
  for await (const part of stream) {
    text += part;
    if (type.startsWith('text/event-stream') && text.includes('event: ready')) break;
  }
  stream.destroy();
  return { status: response.statusCode, shows: text.includes(word) || type === 'image/webp' };
}

type Staff = 'gym admin' | 'organization admin' | 'super admin' | 'super admin inside the organization';
const staff: Staff[] = ['gym admin', 'organization admin', 'super admin', 'super admin inside the organization'];

function tokenOf(who: Staff): Promise<string> {
  const { cast, tokenFor } = app();
  switch (who) {
    case 'gym admin':
      return tokenFor(cast.finn);
    case 'organization admin':
      return tokenFor(cast.olga);
    case 'super admin':
      return tokenFor(cast.sam);
    case 'super admin inside the organization':
      return tokenFor(cast.sam, cast.organizations.ironHarbour);
  }
}

/** The calls in which this reader gets private words. */
async function shownTo(
  readToken: () => Promise<string>,
  calls: typeof table,
  { word = secret, tried = ids } = {},
): Promise<EndpointName[]> {
  const shown: EndpointName[] = [];
  let token = await readToken();
  for (const [name, entry] of calls) {
    for (const input of inputsOf(entry, tried)) {
      const { status, shows } = await asks(token, entry, input, word);
      expect([name, status < 500]).toEqual([name, true]);
      if (shows && !shown.includes(name)) shown.push(name);
      // These end the sign-in that makes them.
      if (['logout', 'stopEmulation'].includes(name)) token = await readToken();
      // No demo could start any more.
      if (name === 'updateDemoLimits') await app().db.deleteFrom('demo_limits').execute();
    }
  }
  return shown;
}

test('members read them exactly where the contract says so', { timeout: 120_000 }, async () => {
  const { cast, tokenFor } = app();
  const shown = new Set<string>();
  for (const reader of [cast.ana, cast.cleo])
    for (const name of await shownTo(() => tokenFor(reader), reads)) shown.add(name);
  const marked = reads.filter(([, { shows }]) => shows === 'private').map(([name]) => name);
  expect([...shown].sort()).toEqual(marked.sort());
});

test("the gym's admins read of a session's chat what is reported from it, Spotter support nothing", async () => {
  const { cast, db } = app();
  const word = 'quokkathimble';
  const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, with: [cast.ana] });
  const [ana, ben] = [await app().as(cast.ana), await app().as(cast.ben)];
  const { body: said } = await ben.sendSessionMessage({ params: { id: session }, body: { content: word } });
  const reported = { kind: 'session_message', id: said.id, reason: 'spam' } as const;
  const { body: report } = await ana.createReport({ body: reported });
  const tried = { session, message: said.id, report: report.id };
  const shown = (who: Staff) => shownTo(() => tokenOf(who), reads, { word, tried });
  expect((await shown('organization admin')).sort()).toEqual(['getReport']);
  expect(await shown('super admin inside the organization')).toEqual([]);
});

/** Deleting comes last, when nothing else needs what it deletes. */
const isEnd = ([name, { method }]: (typeof table)[number]) => method === 'DELETE' || name === 'changeUsers';

describe('staff who make every call', () => {
  test.each(staff)('%s: reads none of them', { timeout: 120_000 }, async (who) => {
    expect(await shownTo(() => tokenOf(who), reads)).toEqual([]);
  });

  test.each(staff)('%s: gets none of them by a change', { timeout: 120_000 }, async (who) => {
    const changes = writes.filter((call) => !isEnd(call));
    expect(await shownTo(() => tokenOf(who), changes)).toEqual([]);
  });

  test('are in none of the chats afterwards, and read none of them', { timeout: 120_000 }, async () => {
    const { db, cast } = app();
    const members = await db
      .selectFrom('conversation_members')
      .select(['conversation_id', 'user_id'])
      .where('conversation_id', 'in', [ids.chat!, ids.crew!, ids.request!])
      .execute();
    expect(members).toHaveLength(7);
    const staffIds = [cast.finn.id, cast.olga.id, cast.sam.id];
    expect(members.filter(({ user_id }) => staffIds.includes(user_id))).toEqual([]);
    const { rows } = await app().pool.query(`select from messages where content like '%${secret}%'`);
    expect(rows).toHaveLength(6);
    const shown = reads.filter(([, { shows }]) => shows === 'private');
    for (const who of staff) expect(await shownTo(() => tokenOf(who), shown)).toEqual([]);
  });

  test('find none of them in mails, live events, the audit log and stored answers', async () => {
    const { cast, pool } = app();
    await app().runJobs();
    const emails = [cast.finn.email, cast.olga.email, cast.sam.email];
    const staffIds = [cast.finn.id, cast.olga.id, cast.sam.id];
    const found = await pool.query(
      `select 'mail' as place from mails m where m.to_address = any($1) and m::text like $3
      union all select 'live event' from live_events e
        where (e.user_ids is null or e.user_ids && $2::uuid[]) and e.data::text like $3
      union all select 'audit log' from audit_log a where a::text like $3
      union all select 'stored answer' from idempotency_keys k where k::text like $3
      union all select 'notification' from notifications n where n.user_id = any($2) and n::text like $3
      union all select 'analytics' from analytics_days d where d::text like $3`,
      [emails, staffIds, `%${secret}%`],
    );
    expect(found.rows).toEqual([]);
  });

  test('find none of them in the export of the organization', async () => {
    const { cast, config } = app();
    const olga = await app().as(cast.olga);
    await app().db.deleteFrom('organization_exports').execute();
    const { body } = await olga.exportOrganization();
    await app().runJobs();
    const files = await unzip(join(config.DATA_DIR, 'exports', `${body.id}.zip`));
    expect([...files.keys()]).toContain('members.csv');
    const leaking = [...files].filter(([, content]) => content.includes(secret)).map(([name]) => name);
    expect(leaking).toEqual([]);
    // A photo of a chat is no photo of the organization.
    const { rows } = await app().pool.query('select photo_key from messages where photo_key is not null');
    expect([...files.keys()].filter((name) => rows.some(({ photo_key }) => name.includes(photo_key)))).toEqual([]);
  });

  test.each(staff)('%s: gets none of them by deleting', { timeout: 120_000 }, async (who) => {
    expect(await shownTo(() => tokenOf(who), writes.filter(isEnd))).toEqual([]);
  });
});
