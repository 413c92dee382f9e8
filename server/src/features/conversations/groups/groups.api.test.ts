import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { ids, useChattingApp } from '#testing/chatting.ts';
import { addFriends } from '#testing/test-data.ts';

const { app, as, events, group, read, say, seen } = useChattingApp();

describe('a group', () => {
  test('starts with its people and tells them', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const { body } = await seen(cast.ben, id);
    expect(body).toMatchObject({ type: 'group', name: 'Dawn crew', can_manage: false, unread_count: 0 });
    expect((await seen(cast.ana, id)).body.can_manage).toBe(true);
    expect((await read(cast.cleo, id))[0]).toMatchObject({
      kind: 'system',
      sender: null,
      notice: { action: 'created', actor: { id: cast.ana.id }, name: 'Dawn crew' },
    });
    expect((await events('conversation.created'))[0]?.user_ids?.sort()).toEqual(ids([cast.ana, cast.ben, cast.cleo]));
  });

  test('is refused when one of its people is unknown to the caller', async () => {
    const { db, cast } = app();
    const start = async (user_ids: string[], name = 'Crew') =>
      (await as(cast.ana)).createGroupConversation({ body: { name, user_ids } });
    for (const stranger of [cast.dov.id, cast.eve.id, newId()])
      expect((await start([cast.ben.id, stranger])).error.code).toBe('user_not_found');
    expect((await start([cast.ben.id], '  ')).error.details).toEqual({ name: ['Name is required'] });
    expect((await start(Array.from({ length: 256 }, newId))).error.details).toEqual({
      user_ids: ['Choose at most 255'],
    });
    expect(await db.selectFrom('conversations').selectAll().execute()).toEqual([]);
  });

  test('lets admins alone add, remove and rename, and shows newcomers nothing from before', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    await say(cast.ana, id, 'Before');
    const body = { user_ids: [cast.cleo.id] };
    const ben = await as(cast.ben);
    expect((await ben.addParticipants({ params: { id }, body })).error.code).toBe('access_denied');
    expect((await ben.removeParticipants({ params: { id }, body })).error.code).toBe('access_denied');
    expect((await ben.updateConversation({ params: { id }, body: { name: 'Mine' } })).error.code).toBe('access_denied');
    const ana = await as(cast.ana);
    const added = await ana.addParticipants({ params: { id }, body });
    expect(ids(added.body.participants)).toEqual(ids([cast.ana, cast.ben, cast.cleo]));
    expect((await read(cast.cleo, id)).map(({ notice }) => notice?.action)).toEqual(['added']);
    expect((await ana.updateConversation({ params: { id }, body: { name: 'Dusk crew' } })).body.name).toBe('Dusk crew');
    const named = await app().db.selectFrom('conversations').select('name_by').where('id', '=', id).execute();
    expect(named).toEqual([{ name_by: cast.ana.id }]);
    await ana.removeParticipants({ params: { id }, body });
    expect((await seen(cast.cleo, id)).error.code).toBe('conversation_not_found');
    expect((await events('conversation.left')).map(({ user_ids }) => user_ids)).toEqual([[cast.cleo.id]]);
    expect((await read(cast.ben, id)).map(({ notice }) => notice?.action ?? 'text')).toEqual([
      'created',
      'text',
      'added',
      'renamed',
      'removed',
    ]);
    expect((await ana.removeParticipants({ params: { id }, body })).error.code).toBe('user_not_found');
    for (const stranger of [cast.dov.id, cast.eve.id, newId()]) {
      const adding = await ana.addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id, stranger] } });
      expect(adding.error.code).toBe('user_not_found');
    }
    expect(ids((await seen(cast.ana, id)).body.participants)).toEqual(ids([cast.ana, cast.ben]));
    const self = await ana.removeParticipants({ params: { id }, body: { user_ids: [cast.ana.id] } });
    expect(self.error.code).toBe('not_yourself');
  });

  test('never has more than 256 members', async () => {
    const { db, cast } = app();
    const organization_id = cast.organizations.ironHarbour;
    const people = Array.from({ length: 255 }, (_, n) => ({
      ...{ organization_id, id: newId(), first_name: 'Member', last_name: `${n}`, role: 'regular_user' },
      email: `member${n}@crowd.example`,
    }));
    await db.insertInto('users').values(people).execute();
    await addFriends(db, cast.ana, people);
    const id = await group(cast.ana, [cast.ben]);
    const add = async (user_ids: string[]) =>
      (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids } });
    expect((await add(people.map((person) => person.id))).error.code).toBe('group_full');
    expect((await add(people.slice(1).map((person) => person.id))).body.participants).toHaveLength(256);
    expect((await add([people[0]!.id])).error.code).toBe('group_full');
    await db.deleteFrom('users').where('email', 'like', '%@crowd.example').execute();
  });

  test('is handed to the longest-standing member when its last admin leaves, and ends with the last member', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    await (await as(cast.ana)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    const leave = async (person: CastMember) => (await as(person)).leaveConversation({ params: { id } });
    expect((await leave(cast.ana)).status).toBe(204);
    expect([(await seen(cast.ben, id)).body.can_manage, (await seen(cast.cleo, id)).body.can_manage]).toEqual([
      true,
      false,
    ]);
    expect((await read(cast.cleo, id)).slice(-2).map(({ notice }) => notice)).toMatchObject([
      { action: 'left', actor: { id: cast.ana.id } },
      { action: 'inherited', actor: { id: cast.ben.id } },
    ]);
    const heard = (await events('message.created')).at(-1);
    expect(heard?.data).toMatchObject({ message: { notice: { action: 'inherited', actor: { id: cast.ben.id } } } });
    expect(heard?.user_ids?.sort()).toEqual(ids([cast.ben, cast.cleo]));
    await Promise.all([leave(cast.ben), leave(cast.cleo)]);
    expect(await db.selectFrom('conversations').selectAll().execute()).toEqual([]);
    expect((await leave(cast.ben)).error.code).toBe('conversation_not_found');
  });

  test('says nothing of admins when another one stays, and names an heir who is hidden from the leaver', async () => {
    const { cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.dov, cast.cleo]);
    const leave = async (person: CastMember) => (await as(person)).leaveConversation({ params: { id } });
    await (await as(cast.ben)).addAdmins({ params: { id }, body: { user_ids: [cast.ana.id] } });
    await leave(cast.ben);
    expect((await read(cast.cleo, id)).at(-1)?.notice?.action).toBe('left');
    await app()
      .db.updateTable('conversation_members')
      .set({ joined_at: new Date('2020-01-01') })
      .where('user_id', '=', cast.dov.id)
      .execute();
    await leave(cast.ana);
    const last = { action: 'inherited', actor: { id: cast.dov.id } };
    expect((await read(cast.cleo, id)).at(-1)?.notice).toMatchObject(last);
    expect((await events('message.created')).at(-1)?.data).toMatchObject({ message: { notice: last } });
  });

  test('names nobody across a block, stored or live', async () => {
    const { db, cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.cleo]);
    await db.deleteFrom('live_events').execute();
    await (await as(cast.ben)).addParticipants({ params: { id }, body: { user_ids: [cast.dov.id] } });
    expect((await read(cast.ana, id)).at(-1)?.notice).toMatchObject({ action: 'added', people: [] });
    expect((await read(cast.cleo, id)).at(-1)?.notice).toMatchObject({ people: [{ id: cast.dov.id }] });
    const forAna = (await app().db.selectFrom('live_events').selectAll().execute()).filter(
      ({ user_ids }) => !user_ids || user_ids.includes(cast.ana.id),
    );
    expect(forAna.length).toBeGreaterThan(0);
    expect(JSON.stringify(forAna.map(({ data }) => data))).not.toContain(cast.dov.id);
  });
});

test('a group renamed by a hidden member changes for everyone in it', async () => {
  const { db, cast } = app();
  const id = await group(cast.ben, [cast.ana, cast.dov]);
  await db.updateTable('conversation_members').set({ role: 'admin' }).where('user_id', '=', cast.dov.id).execute();
  await db.deleteFrom('live_events').execute();
  await (await as(cast.dov)).updateConversation({ params: { id }, body: { name: 'Dusk crew' } });
  expect((await events('conversation.updated')).flatMap(({ user_ids }) => user_ids)).toContain(cast.ana.id);
  expect((await seen(cast.ana, id)).body.name).toBe('Dusk crew');
});
