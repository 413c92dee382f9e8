import { beforeEach, describe, expect, test } from 'vitest';
import { newFileKey } from '#platform/file-store.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  for (const table of ['reports', 'conversations', 'sessions', 'notifications', 'live_events'] as const)
    await db.deleteFrom(table).execute();
});

type Kind = 'user' | 'message' | 'session_message' | 'session';
type Reason = 'spam' | 'harassment' | 'unsafe_behavior' | 'fake_profile' | 'other';

const report = async (person: CastMember, kind: Kind, id: string, more: { reason?: Reason; note?: string } = {}) =>
  (await app().as(person)).createReport({ body: { kind, id, reason: 'harassment', ...more } });
const list = async (person: CastMember, status?: 'open' | 'resolved') =>
  (await (await app().as(person)).listReports({ query: { ...(status && { status }) } })).body.results;
const read = async (person: CastMember, id: string) => (await app().as(person)).getReport({ params: { id } });

/** A group of Ana, Ben and Cleo with one message by each of them. */
async function chat() {
  const { cast, db } = app();
  // Only acquaintances are added to groups.
  await addFriends(db, cast.ana, [cast.cleo, cast.finn]);
  const { body: group } = await (await app().as(cast.ana)).createGroupConversation({
    body: { name: 'Dawn crew', user_ids: [cast.ben.id, cast.cleo.id] },
  });
  const say = async (person: CastMember, content: string) =>
    (await (await app().as(person)).sendMessage({ params: { id: group.id }, body: { content } })).body.id;
  await say(cast.ana, 'Six tomorrow?');
  const rude = await say(cast.ben, 'Not with you');
  return { group: group.id, rude, say };
}

describe('a report of a message', () => {
  test('keeps the message and the lines before it, whatever happens to them later', async () => {
    const { cast } = app();
    const { group, rude } = await chat();
    const { status, body } = await report(cast.cleo, 'message', rude, { note: '  He keeps doing this.  ' });
    expect(status).toBe(201);
    const params = { id: group, messageId: rude };
    const ben = await app().as(cast.ben);
    await ben.editMessage({ params, body: { content: 'With pleasure' } });
    await ben.deleteMessage({ params });
    expect((await read(cast.olga, body.id)).body).toMatchObject({
      kind: 'message',
      subject_id: rude,
      status: 'open',
      reason: 'harassment',
      note: 'He keeps doing this.',
      reporter: { id: cast.cleo.id },
      reported: { id: cast.ben.id },
      content: {
        title: 'Dawn crew',
        text: 'Not with you',
        context: [{ sender: { id: cast.ana.id }, text: 'Six tomorrow?' }],
      },
    });
    await app().db.deleteFrom('conversations').execute();
    expect((await read(cast.olga, body.id)).body.content.text).toBe('Not with you');
  });

  test('keeps only lines that the reporter could read', async () => {
    const { cast, db } = app();
    const { group, say } = await chat();
    await (await app().as(cast.ana)).addParticipants({ params: { id: group }, body: { user_ids: [cast.finn.id] } });
    const late = await say(cast.ben, 'Still not');
    const { body } = await report(cast.finn, 'message', late);
    expect((await read(cast.olga, body.id)).body.content.context).toEqual([]);
    await db
      .insertInto('blocks')
      .values({
        organization_id: cast.organizations.ironHarbour,
        blocker_id: cast.cleo.id,
        blocked_id: cast.ana.id,
      })
      .execute();
    const after = await report(cast.cleo, 'message', late);
    await db.deleteFrom('blocks').where('blocker_id', '=', cast.cleo.id).execute();
    const { context } = (await read(cast.olga, after.body.id)).body.content;
    expect(context.map(({ sender, text }) => [sender?.id, text])).toEqual([[cast.ben.id, 'Not with you']]);
  });

  test('is refused outside the chat, for own messages and for deleted ones', async () => {
    const { cast } = app();
    const { group, rude } = await chat();
    for (const person of [cast.finn, cast.olga, cast.eve])
      expect((await report(person, 'message', rude)).error.code).toBe('message_not_found');
    expect((await report(cast.ben, 'message', rude)).error.code).toBe('not_yourself');
    await (await app().as(cast.ben)).deleteMessage({ params: { id: group, messageId: rude } });
    expect((await report(cast.ana, 'message', rude)).error.code).toBe('message_not_found');
  });

  test('works in session chats for people who may read them', async () => {
    const { cast, db } = app();
    const session = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
    const { body } = await (await app().as(cast.ben)).sendSessionMessage({
      params: { id: session },
      body: { content: 'You lift like a child' },
    });
    expect((await report(cast.cleo, 'session_message', body.id)).error.code).toBe('message_not_found');
    const { body: filed } = await report(cast.ana, 'session_message', body.id);
    await db.deleteFrom('sessions').execute();
    expect((await read(cast.finn, filed.id)).body).toMatchObject({
      reported: { id: cast.ben.id },
      content: { text: 'You lift like a child' },
    });
  });
});

test('a report of a session keeps its words and names the host', async () => {
  const { cast, db } = app();
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, title: 'Leg day' });
  const { body } = await report(cast.ben, 'session', id, { reason: 'unsafe_behavior' });
  await (await app().as(cast.cleo)).updateSession({ params: { id }, body: { title: 'Nothing here' } });
  expect((await read(cast.finn, body.id)).body).toMatchObject({
    kind: 'session',
    reason: 'unsafe_behavior',
    reported: { id: cast.cleo.id },
    content: { title: 'Leg day' },
  });
  expect((await report(cast.cleo, 'session', id)).error.code).toBe('not_yourself');
  expect((await report(cast.eve, 'session', id)).error.code).toBe('session_not_found');
});

describe('a report of a member', () => {
  test('keeps the name, the bio and the photo of that time', async () => {
    const { cast, db } = app();
    const key = `${newId()}.webp`;
    await db.insertInto('files').values({ key, content_type: 'image/webp', bytes: 1 }).execute();
    await db.updateTable('users').set({ bio: 'Rude', avatar_key: key }).where('id', '=', cast.ben.id).execute();
    const { body } = await report(cast.cleo, 'user', cast.ben.id, { reason: 'fake_profile' });
    const ben = await app().as(cast.ben);
    await ben.updateMe({ body: { first_name: 'Bob', bio: 'Kind' } });
    await ben.deleteMyAvatar();
    const { content } = (await read(cast.finn, body.id)).body;
    expect(content).toMatchObject({ title: 'Ben Brandt', text: 'Rude', has_photo: true });
    const kept = () => db.selectFrom('files').select('key').where('key', '=', key).execute();
    expect(await kept()).toHaveLength(1);
    await db.deleteFrom('reports').execute();
    expect(await kept()).toEqual([]);
    await ben.updateMe({ body: { first_name: 'Ben', bio: '' } });
  });

  test('is open for people the reporter has blocked, and closed for people who blocked the reporter', async () => {
    const { cast } = app();
    expect((await report(cast.ana, 'user', cast.dov.id)).status).toBe(201);
    expect((await report(cast.dov, 'user', cast.ana.id)).error.code).toBe('user_not_found');
    for (const id of [cast.eve.id, newId()])
      expect((await report(cast.ana, 'user', id)).error.code).toBe('user_not_found');
    expect((await report(cast.ana, 'user', cast.ana.id)).error.code).toBe('not_yourself');
  });

  test('is one while it is open, however often it is sent at once', async () => {
    const { cast, db } = app();
    const sent = await Promise.all([1, 2, 3, 4].map(() => report(cast.cleo, 'user', cast.ben.id)));
    expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const again = await report(cast.cleo, 'user', cast.ben.id, { reason: 'spam' });
    expect([again.status, again.body]).toEqual([201, sent[0]!.body]);
    expect(await list(cast.olga)).toMatchObject([{ reason: 'harassment' }]);
    await db.updateTable('reports').set({ status: 'resolved', closed_at: new Date() }).execute();
    expect((await report(cast.cleo, 'user', cast.ben.id)).body.id).not.toBe(sent[0]!.body.id);
    expect([(await list(cast.olga)).length, (await list(cast.olga, 'resolved')).length]).toEqual([1, 1]);
  });

  test('tells only the admins who read it, and nothing the reported member reads names the reporter', async () => {
    const { cast, db } = app();
    await report(cast.cleo, 'user', cast.ben.id);
    expect(await told()).toEqual([[cast.finn.id, cast.olga.id].sort()]);
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
    expect(JSON.stringify((await (await app().as(cast.ben)).exportMyData()).body)).not.toContain(cast.cleo.id);
  });
});

/** Whom each change of the queue was told to. */
async function told() {
  const events = await app().db.selectFrom('live_events').select(['type', 'data', 'user_ids']).orderBy('seq').execute();
  return events.filter(({ type }) => type === 'reports.changed').map(({ user_ids }) => user_ids?.toSorted());
}

describe('reports reach', () => {
  test('the admins of the gym and the organization, never a member or the reported admin', async () => {
    const { cast, db } = app();
    const { body } = await report(cast.cleo, 'user', cast.ben.id);
    const elsewhere = await addSession(db, { gym: cast.gyms.fremantle, host: cast.ben });
    await db
      .insertInto('user_gyms')
      .values({
        organization_id: cast.organizations.ironHarbour,
        user_id: cast.cleo.id,
        gym_id: cast.gyms.fremantle,
      })
      .execute();
    const { body: far } = await report(cast.cleo, 'session', elsewhere);
    const { body: admin } = await report(cast.cleo, 'user', cast.finn.id);
    expect(await told()).toEqual([[cast.finn.id, cast.olga.id].sort(), [cast.olga.id], [cast.olga.id]]);
    const ids = async (person: CastMember) => (await list(person)).map(({ id }) => id);
    expect(await ids(cast.olga)).toEqual([admin.id, far.id, body.id]);
    expect(await ids(cast.finn)).toEqual([body.id]);
    for (const id of [far.id, admin.id]) expect((await read(cast.finn, id)).error.code).toBe('report_not_found');
    expect((await read(cast.nora, body.id)).error.code).toBe('report_not_found');
    expect(await ids(cast.nora)).toEqual([]);
    expect((await read(cast.ana, body.id)).error.code).toBe('access_denied');
    await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.finn.id).execute();
    expect(await ids(cast.finn)).toEqual([far.id, body.id]);
    await db.updateTable('users').set({ role: 'gym_admin' }).where('id', '=', cast.finn.id).execute();
    await db
      .deleteFrom('user_gyms')
      .where('gym_id', '=', cast.gyms.fremantle)
      .where('user_id', '=', cast.cleo.id)
      .execute();
  });

  test('a super admin inside the organization, who can report nothing there', async () => {
    const { cast } = app();
    const { body } = await report(cast.cleo, 'user', cast.ben.id);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.getReport({ params: { id: body.id } })).status).toBe(200);
    const refused = await inside.createReport({ body: { kind: 'user', id: cast.ben.id, reason: 'spam' } });
    expect(refused.error.code).toBe('emulation_not_allowed');
    const outside = await app().as(cast.sam);
    expect((await outside.listReports()).error.code).toBe('organization_required');
  });

  test('a super admin inside the organization without a word of a private chat', async () => {
    const { cast, db } = app();
    const { body } = await report(cast.cleo, 'message', (await chat()).rude);
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    const { content } = (await inside.getReport({ params: { id: body.id } })).body;
    expect(content).toMatchObject({ is_withheld: true, title: '', text: '', has_photo: false, context: [] });
    const file_key = newFileKey('image/webp');
    await app().files.put(file_key, Buffer.from('photo'), 'image/webp');
    const snapshot = JSON.stringify({ title: '', text: '', at: null, file_key, context: [] });
    const file = { organization_id: cast.organizations.ironHarbour, content_type: 'image/webp', bytes: 5 };
    await db
      .insertInto('files')
      .values({ key: file_key, ...file })
      .execute();
    await db.updateTable('reports').set({ snapshot }).execute();
    const photo = async (person: CastMember, organization?: string) =>
      (await (await app().as(person, organization)).getReportPhoto({ params: { id: body.id } })).status;
    expect(await photo(cast.olga)).toBe(200);
    expect(await photo(cast.sam, cast.organizations.ironHarbour)).toBe(404);
    // A forged import names the photo of another organization.
    const organization_id = cast.organizations.nightShift;
    await db.updateTable('files').set({ organization_id }).where('key', '=', file_key).execute();
    expect(await photo(cast.olga)).toBe(404);
  });

  test('a gym admin who counts no reports of other gyms', async () => {
    const { cast, db } = app();
    const far = await addSession(db, { gym: cast.gyms.fremantle, host: cast.ben });
    const organization_id = cast.organizations.ironHarbour;
    const access = { organization_id, user_id: cast.cleo.id, gym_id: cast.gyms.fremantle };
    await db.insertInto('user_gyms').values(access).execute();
    expect((await report(cast.cleo, 'session', far)).status).toBe(201);
    const { body } = await report(cast.cleo, 'user', cast.ben.id);
    expect((await read(cast.olga, body.id)).body.other_reports).toBe(1);
    expect((await read(cast.finn, body.id)).body.other_reports).toBe(0);
    await db.deleteFrom('user_gyms').where('gym_id', '=', access.gym_id).where('user_id', '=', cast.cleo.id).execute();
  });

  test('in pages, newest first', async () => {
    const { cast } = app();
    const made = [];
    for (const person of [cast.ana, cast.ben, cast.cleo])
      made.unshift((await report(person, 'user', cast.finn.id)).body.id);
    const olga = await app().as(cast.olga);
    const first = (await olga.listReports({ query: { page_size: 2 } })).body;
    expect([first.count, first.results.map(({ id }) => id)]).toEqual([3, made.slice(0, 2)]);
    expect(first.next).toContain(`before=${made[1]}`);
    const rest = (await olga.listReports({ query: { page_size: 2, before: made[1]! } })).body;
    expect([rest.next, rest.results.map(({ id }) => id)]).toEqual([null, made.slice(2)]);
  });
});

test.each([
  [{ reason: 'boring' }, 'reason'],
  [{ kind: 'gym' }, 'kind'],
  [{ id: 'x' }, 'id'],
  [{ note: 'x'.repeat(1001) }, 'note'],
])('bad input is refused by field (%#)', async (wrong, field) => {
  const { cast } = app();
  const body = { kind: 'user', id: cast.ben.id, reason: 'spam', ...wrong } as never;
  const { status, error } = await (await app().as(cast.cleo)).createReport({ body });
  expect([status, Object.keys(error.details ?? {})]).toEqual([400, [field]]);
});

test('deleted accounts take their words along', async () => {
  const { cast, db } = app();
  const { rude, say } = await chat();
  const { body: byCleo } = await report(cast.cleo, 'message', rude, { note: 'He is rude' });
  await say(cast.cleo, 'Please stop');
  const { body: byAna } = await report(cast.ana, 'message', await say(cast.ben, 'No'));
  await (await app().as(cast.cleo)).deleteMe({ body: { password: 'iron bars and chalk dust' } });
  expect((await read(cast.olga, byCleo.id)).body).toMatchObject({ reporter: null, note: '' });
  const { context } = (await read(cast.olga, byAna.id)).body.content;
  expect(context.map(({ text }) => text)).toEqual(['Six tomorrow?', 'Not with you']);
  await (await app().as(cast.ben)).deleteMe({ body: { password: 'iron bars and chalk dust' } });
  expect(await db.selectFrom('reports').select('id').execute()).toEqual([]);
});
