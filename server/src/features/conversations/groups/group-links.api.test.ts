import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';
import { addMemberTo } from '#testing/test-data.ts';

const { app, as, block, direct, events, group, read, say, seen } = useChattingApp();

const create = async (person: CastMember, id: string) => (await as(person)).createGroupLink({ params: { id } });
const tokenOf = (url: string) => /^\/g\/([\w-]+)$/.exec(new URL(url).pathname)?.[1] ?? '';
const linkOf = async (person: CastMember, id: string) => tokenOf((await create(person, id)).body.url);
const join = async (person: CastMember, token: string) => (await as(person)).joinGroupByLink({ params: { token } });
const look = async (person: CastMember, token: string) => (await as(person)).getLinkedGroup({ params: { token } });
const members = async (person: CastMember, id: string) =>
  (await seen(person, id)).body.participants.map((one) => one.id).sort();

describe('a group link', () => {
  test('shows the group, and lets people of the gym join it once, without what was said before', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    await say(cast.ana, id, 'Before');
    const token = await linkOf(cast.ana, id);
    expect((await look(cast.cleo, token)).body).toMatchObject({
      conversation_id: null,
      name: 'Dawn crew',
      member_count: 2,
      people: [{ id: cast.ana.id }, { id: cast.ben.id }],
    });
    const answers = await Promise.all([1, 2, 3].map(() => join(cast.cleo, token)));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([1, 2, 3].map(() => [200, id]));
    await say(cast.ben, id, 'After');
    const heard = await read(cast.cleo, id);
    expect(heard.map(({ notice, content }) => notice?.action ?? content)).toEqual(['joined', 'After']);
    expect(heard[0]?.notice?.actor?.id).toBe(cast.cleo.id);
    expect((await look(cast.cleo, token)).body.conversation_id).toBe(id);
    expect((await events('conversation.created')).at(-1)?.user_ids).toEqual([cast.cleo.id]);
    expect((await events('conversation.updated')).at(-1)?.user_ids).toContain(cast.ben.id);
  });

  test('is for admins of groups to make, see and end', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const [ana, ben, finn] = [await as(cast.ana), await as(cast.ben), await as(cast.finn)];
    expect((await ana.getGroupLink({ params: { id } })).body).toBeNull();
    for (const call of ['getGroupLink', 'createGroupLink', 'deleteGroupLink'] as const) {
      expect((await ben[call]({ params: { id } })).error.code).toBe('access_denied');
      expect((await finn[call]({ params: { id } })).error.code).toBe('conversation_not_found');
      const pair = await direct(cast.ana, cast.ben);
      expect((await ana[call]({ params: { id: pair } })).error.code).toBe('group_only');
    }
    const { body } = await create(cast.ana, id);
    expect((await ana.getGroupLink({ params: { id } })).body).toEqual(body);
  });

  test('ends when it is revoked or replaced, also while somebody joins', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const first = await linkOf(cast.ana, id);
    const second = await linkOf(cast.ana, id);
    expect((await join(cast.cleo, first)).error.code).toBe('group_link_not_found');
    const ana = await as(cast.ana);
    const [joined] = await Promise.all([join(cast.cleo, second), ana.deleteGroupLink({ params: { id } })]);
    expect(await members(cast.ana, id)).toEqual(
      [cast.ana.id, cast.ben.id, ...(joined.status === 200 ? [cast.cleo.id] : [])].sort(),
    );
    expect((await join(cast.finn, second)).error.code).toBe('group_link_not_found');
    expect((await look(cast.finn, second)).error.code).toBe('group_link_not_found');
    expect((await ana.deleteGroupLink({ params: { id } })).status).toBe(204);
  });

  test('ends with the right of the admin who made it', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben]);
    const [ana, ben] = [await as(cast.ana), await as(cast.ben)];
    const body = { user_ids: [cast.ben.id] };
    const isOver = async (token: string) => {
      for (const person of [cast.ben, cast.cleo])
        expect((await look(person, token)).error.code).toBe('group_link_not_found');
      expect((await join(cast.cleo, token)).error.code).toBe('group_link_not_found');
      expect((await ana.getGroupLink({ params: { id } })).body).toBeNull();
    };
    await ana.addAdmins({ params: { id }, body });
    const ofDemoted = await linkOf(cast.ben, id);
    await ana.removeAdmins({ params: { id }, body });
    await isOver(ofDemoted);

    await ana.addAdmins({ params: { id }, body });
    const ofRemoved = await linkOf(cast.ben, id);
    await ana.removeParticipants({ params: { id }, body });
    await isOver(ofRemoved);

    await ana.addParticipants({ params: { id }, body });
    await ana.addAdmins({ params: { id }, body });
    const ofGone = await linkOf(cast.ben, id);
    await ben.leaveConversation({ params: { id } });
    await isOver(ofGone);
  });

  test('is like an invented one to other organizations, other gyms, and across a block', async () => {
    const { cast, db } = app();
    const id = await group(cast.ana, [cast.ben]);
    const token = await linkOf(cast.ana, id);
    const elsewhere = await addMemberTo(db, cast, cast.gyms.fremantle);
    await block(cast.dov, cast.ana);
    const invented = await join(cast.cleo, newId());
    for (const person of [cast.eve, elsewhere, cast.dov]) {
      expect([(await join(person, token)).status, (await look(person, token)).status]).toEqual([404, 404]);
      expect((await join(person, token)).error).toMatchObject({
        code: invented.error.code,
        error: invented.error.error,
      });
    }
    expect(await members(cast.ana, id)).toEqual([cast.ana.id, cast.ben.id].sort());
  });

  test('brings back who left, and not who was removed', async () => {
    const { cast } = app();
    const id = await group(cast.ana, [cast.ben, cast.cleo]);
    const token = await linkOf(cast.ana, id);
    await (await as(cast.ben)).leaveConversation({ params: { id } });
    expect((await join(cast.ben, token)).status).toBe(200);
    const ana = await as(cast.ana);
    await ana.removeParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    expect((await join(cast.cleo, token)).error.code).toBe('removed_from_group');
    await ana.addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
    await (await as(cast.cleo)).leaveConversation({ params: { id } });
    expect((await join(cast.cleo, token)).status).toBe(200);
  });

  test('never makes a group larger than it may be', async () => {
    const { cast, db } = app();
    const id = await group(cast.ana, [cast.ben]);
    const token = await linkOf(cast.ana, id);
    await db.transaction().execute(async (tx) => {
      const { sql } = await import('kysely');
      await sql`alter table conversations disable trigger conversations_keep_count`.execute(tx);
      await tx.updateTable('conversations').set({ member_count: 255 }).where('id', '=', id).execute();
      await sql`alter table conversations enable trigger conversations_keep_count`.execute(tx);
    });
    const answers = await Promise.all([join(cast.cleo, token), join(cast.finn, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
