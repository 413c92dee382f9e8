import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { ids, useChattingApp } from '#testing/chatting.ts';

const { app, as, direct, events, group, read, seen } = useChattingApp();

const promote = async (person: CastMember, id: string, ...others: { id: string }[]) =>
  (await as(person)).addAdmins({ params: { id }, body: { user_ids: ids(others) } });
const demote = async (person: CastMember, id: string, ...others: { id: string }[]) =>
  (await as(person)).removeAdmins({ params: { id }, body: { user_ids: ids(others) } });
const adminsOf = async (person: CastMember, id: string) =>
  ids((await seen(person, id)).body.participants.filter(({ is_admin }) => is_admin));

describe('admins of a group', () => {
  test('are promoted and demoted by admins, with a note, and everyone hears of it', async () => {
    const { db, cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    await db.deleteFrom('live_events').execute();
    expect((await promote(cast.ana, id, cast.ben, cast.cleo)).status).toBe(200);
    expect(await adminsOf(cast.ben, id)).toEqual(ids([cast.ana, cast.ben, cast.cleo]));
    expect((await events('conversation.updated')).flatMap(({ user_ids }) => user_ids).sort()).toEqual(
      ids([cast.ana, cast.ben, cast.cleo]),
    );
    expect((await demote(cast.ben, id, cast.ana)).body.can_manage).toBe(true);
    expect((await seen(cast.ana, id)).body.can_manage).toBe(false);
    expect((await promote(cast.ana, id, cast.ana)).error.code).toBe('access_denied');
    // A repeat changes nothing and writes no second note.
    await promote(cast.ben, id, cast.cleo);
    expect((await read(cast.ben, id)).map(({ notice }) => [notice?.action, notice?.people.length])).toEqual([
      ['created', 0],
      ['promoted', 2],
      ['demoted', 1],
    ]);
  });

  test('never all step down, not even at once', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    expect((await demote(cast.ana, id, cast.ana)).error.code).toBe('last_group_admin');
    await promote(cast.ana, id, cast.ben);
    const both = await demote(cast.ana, id, cast.ana, cast.ben);
    expect(both.error.code).toBe('last_group_admin');
    const answers = await Promise.all([demote(cast.ana, id, cast.ben), demote(cast.ben, id, cast.ana)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await adminsOf(cast.ana, id)).toHaveLength(1);
  });

  test('are members whom the caller can see', async () => {
    const { cast } = app();
    const id = await group(cast.ben, [cast.ana, cast.dov]);
    await promote(cast.ben, id, cast.ana);
    for (const stranger of [cast.dov, cast.cleo, cast.eve, { id: newId() }])
      expect((await promote(cast.ana, id, stranger)).error.code).toBe('user_not_found');
    expect((await promote(cast.cleo, id, cast.ana)).error.code).toBe('conversation_not_found');
    expect((await promote(cast.ana, await direct(cast.ana, cast.ben), cast.ben)).error.code).toBe('group_only');
  });
});
