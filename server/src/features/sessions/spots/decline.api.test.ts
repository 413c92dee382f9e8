import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();
const decline = async (person: CastMember, id: string) => (await app().as(person)).declineSession({ params: { id } });
const read = async (person: CastMember, id: string) =>
  (await (await app().as(person)).getSession({ params: { id } })).body;

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
  await app().db.deleteFrom('live_events').execute();
});

/** Ana's session, to which Ben is invited. */
async function invited(minutes = 120): Promise<string> {
  const { cast, db } = app();
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, in: minutes });
  await db
    .insertInto('session_invites')
    .values({
      organization_id: cast.ana.organizationId!,
      session_id: id,
      user_id: cast.ben.id,
      invited_by: cast.ana.id,
    })
    .execute();
  return id;
}

test('shows the host who cannot go, and nobody else', async () => {
  const { cast, db } = app();
  const id = await invited();
  expect(await read(cast.ben, id)).toMatchObject({ can_decline: true, has_declined: false });
  const { status, body } = await decline(cast.ben, id);
  expect([status, body.can_decline, body.has_declined, body.can_join]).toEqual([200, false, true, true]);
  await decline(cast.ben, id);

  expect((await read(cast.ana, id)).declined.map((person) => person.id)).toEqual([cast.ben.id]);
  expect((await read(cast.finn, id)).declined).toHaveLength(1);
  expect((await read(cast.cleo, id)).declined).toEqual([]);
  const told = await db.selectFrom('live_events').selectAll().where('type', '=', 'session.updated').execute();
  expect(told.map(({ data, user_ids }) => [data, user_ids])).toMatchObject([
    [{ session_id: id, changed: ['declined'] }, [cast.ana.id, cast.ben.id]],
  ]);
});

test('forgets the answer once the member joins', async () => {
  const { cast } = app();
  const id = await invited();
  await decline(cast.ben, id);
  await (await app().as(cast.ben)).joinSession({ params: { id }, body: { scope: 'this' } });
  expect((await read(cast.ana, id)).declined).toEqual([]);
  expect(await read(cast.ben, id)).toMatchObject({ can_decline: false, has_declined: false });
  const { status, error } = await decline(cast.ben, id);
  expect([status, error.code]).toEqual([400, 'already_joined']);
});

test('refuses an answer from others, or after the start', async () => {
  const { cast } = app();
  const id = await invited();
  const refused = async (person: CastMember, session = id) => {
    const { status, error } = await decline(person, session);
    return [status, error.code];
  };
  expect(await refused(cast.cleo)).toEqual([403, 'access_denied']);
  expect(await refused(cast.eve)).toEqual([404, 'session_not_found']);
  expect(await refused(cast.ben, await invited(-10))).toEqual([409, 'session_started']);
});
