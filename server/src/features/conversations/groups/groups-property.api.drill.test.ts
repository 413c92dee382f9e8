import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forgetPerson } from '#features/deletion/forget-person.service.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import type { CastMember } from '#testing/cast.ts';
import { useChattingApp } from '#testing/chatting.ts';
import { addFriends } from '#testing/test-data.ts';
import { runs } from '../../../../../scripts/property-runs.ts';

const { app, as, group, say } = useChattingApp();

const CREW = 5;

async function newMembers(): Promise<CastMember[]> {
  const { db, cast } = app();
  const people = Array.from({ length: CREW }, (_, index) => ({ id: newId(), first_name: `Member ${index}` }));
  await db
    .insertInto('users')
    .values(
      people.map((person) => ({
        ...person,
        email: `${person.id}@crew.example`,
        organization_id: cast.organizations.ironHarbour,
        role: 'regular_user',
      })),
    )
    .execute();
  const members = people.map((person) => ({ ...cast.ana, ...person }));
  for (const [index, member] of members.entries()) await addFriends(db, member, members.slice(index + 1));
  return members;
}

const someone = fc.nat(CREW - 1);
const step = fc.record({
  does: fc.constantFrom(
    ...(['add', 'add', 'say', 'say', 'promote', 'demote', 'remove', 'leave', 'delete account'] as const),
  ),
  by: someone,
  to: fc.uniqueArray(someone, { minLength: 1, maxLength: 2 }),
});

test('a group with members always has an admin, and nobody reads what was written before or after their time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const { db, cast } = app();
      const people = await newMembers();
      const id = await group(people[0]!, people.slice(1, 3));
      /** What each member of the group may read: texts by their senders. */
      const readable = new Map<CastMember, { by: CastMember; text: string }[]>();
      for (const person of people.slice(0, 3)) readable.set(person, []);
      const deleted = new Set<CastMember>();
      const roles = async () =>
        new Map(
          (
            await db
              .selectFrom('conversation_members')
              .select(['user_id', 'role'])
              .where('conversation_id', '=', id)
              .execute()
          ).map(({ user_id, role }) => [user_id, role]),
        );

      for (const [index, { does, by, to }] of steps.entries()) {
        const actor = people[by]!;
        const others = to.map((one) => people[one]!);
        if (deleted.has(actor)) continue;
        const isAdmin = (await roles()).get(actor.id) === 'admin';
        const input = { params: { id }, body: { user_ids: others.map((one) => one.id) } };
        const client = await as(actor);
        if (does === 'say') {
          const text = `Message ${index}`;
          const { status } = await say(actor, id, text);
          expect(status).toBe(readable.has(actor) ? 201 : 404);
          if (status === 201) for (const texts of readable.values()) texts.push({ by: actor, text });
        } else if (does === 'leave') {
          expect((await client.leaveConversation({ params: { id } })).status).toBe(readable.delete(actor) ? 204 : 404);
        } else if (does === 'delete account') {
          await inTransaction(db, (tx) =>
            forgetPerson(tx, { userId: actor.id, organizationId: cast.organizations.ironHarbour }),
          );
          deleted.add(actor);
          readable.delete(actor);
          for (const [person, texts] of readable)
            readable.set(
              person,
              texts.filter((message) => message.by !== actor),
            );
        } else {
          const call = {
            add: client.addParticipants,
            remove: client.removeParticipants,
            promote: client.addAdmins,
            demote: client.removeAdmins,
          }[does];
          const { status } = await call(input);
          if (status === 200) expect([does, isAdmin]).toEqual([does, true]);
          if (status !== 200) expect(status).toBeOneOf([400, 403, 404, 409]);
          if (status === 200 && does === 'remove') for (const other of others) readable.delete(other);
          if (status === 200 && does === 'add')
            for (const other of others) if (!readable.has(other)) readable.set(other, []);
        }

        const now = await roles();
        expect(new Set(now.keys())).toEqual(new Set([...readable.keys()].map((person) => person.id)));
        if (now.size > 0) expect([...now.values()]).toContain('admin');
      }

      for (const person of people.filter((one) => !deleted.has(one))) {
        const { status, body } = await (await as(person)).listMessages({ params: { id } });
        const texts = status === 200 ? body.results.flatMap(({ content }) => content || []).reverse() : null;
        expect(texts).toEqual(readable.get(person)?.map(({ text }) => text) ?? null);
      }

      // Everyone who is left steps down and leaves at the same time.
      await Promise.all(
        [...readable.keys()].flatMap((person, index) => [
          as(person).then((client) => client.removeAdmins({ params: { id }, body: { user_ids: [person.id] } })),
          index > 0 ? as(person).then((client) => client.leaveConversation({ params: { id } })) : null,
        ]),
      );
      const left = await roles();
      expect([...left.values()]).toEqual(readable.size > 0 ? ['admin'] : []);
      await db.deleteFrom('users').where('email', 'like', '%@crew.example').execute();
    }),
    runs(6),
  );
}, 60_000);
