import { beforeEach, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { openDaily } from '#testing/hours.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp({ RATE_LIMITS: 'on' });

beforeEach(async () => {
  const { db, cast } = app();
  const place = { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo };
  await db.deleteFrom('sessions').execute();
  await openDaily(db, { ...place, opens: '06:00', closes: '22:00' });
  await db
    .updateTable('users')
    .set({ preferred_times: ['evening'] })
    .execute();
});

const times = async () => {
  const { ana, cleo } = app().cast;
  const { body } = await (await app().as(ana)).listTimesWithMember({ params: { id: cleo.id } });
  return body.times.map(({ start_time }) => start_time);
};

test("times to train together don't tell of sessions that the reader can't find", async () => {
  const { db, cast } = app();
  const { ana, ben, cleo, dov, gyms } = cast;
  const [first, second, third] = await times();
  const gym = gyms.barangaroo;
  const id = await addSession(db, { gym, host: cleo, with: [ben], invite_only: true, starts_at: first });
  // At a gym that Ana can't use, and with a host whom she has blocked.
  await addSession(db, { gym: gyms.fremantle, host: cleo, starts_at: second });
  await addSession(db, { gym, host: dov, with: [cleo], starts_at: third });
  expect(await times()).toEqual([first, second, third]);

  // Ana is invited, and so knows of it.
  const invite = { organization_id: cast.organizations.ironHarbour, session_id: id, user_id: ana.id };
  await db
    .insertInto('session_invites')
    .values({ ...invite, invited_by: cleo.id })
    .execute();
  expect(await times()).not.toContain(first);
});

test('planning to train together counts as planning a session, of which a day has a hundred', async () => {
  const { db, cast } = app();
  const { ana, ben } = cast;
  const client = await app().as(ana);
  const start_time = (await times())[0]!;
  const body = { gym_id: cast.gyms.barangaroo, workout_type: 'strength', title: 'Legs', start_time } as const;
  const { body: group } = await client.createGroupConversation({ body: { name: 'Crew', user_ids: [ben.id] } });
  const plan = async () => [
    await client.trainWithMember({ params: { id: ben.id }, body: { ...body, client_nonce: newId() } }),
    await client.trainWithConversation({ params: { id: group.id }, body: { ...body, client_nonce: newId() } }),
  ];
  expect((await plan()).map(({ status }) => status)).toEqual([201, 201]);
  await db.updateTable('rate_limits').set({ used: 100 }).where('bucket', '=', `session:${ana.id}`).execute();
  expect((await plan()).map(({ status }) => status)).toEqual([429, 429]);
});
