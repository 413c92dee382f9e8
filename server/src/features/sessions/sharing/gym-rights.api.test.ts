import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();

const wizard = {
  business_type: 'multiple' as const,
  location_name: 'Taken over',
  location_address: '1 Wharf Road',
  timezone: 'Pacific/Auckland',
};

const gymsNow = () => app().db.selectFrom('gyms').select(['id', 'name', 'timezone']).orderBy('id').execute();

test("a gym admin who joins another gym's session by link may use that gym and manages nothing there", async () => {
  const { cast, db } = app();
  const { barangaroo, fremantle } = cast.gyms;
  await db
    .insertInto('user_gyms')
    .values({ organization_id: cast.organizations.ironHarbour, user_id: cast.ana.id, gym_id: fremantle })
    .execute();
  const [shared, other] = [
    await addSession(db, { gym: fremantle, host: cast.ana }),
    await addSession(db, { gym: fremantle, host: cast.ana, with: [cast.ben] }),
  ];
  const finn = await app().as(cast.finn);
  const before = await gymsNow();

  const joined = await finn.joinByToken({ body: { share_token: shared.replaceAll('-', '') } });
  expect(joined.body.session).toMatchObject({ is_participant: true, can_edit: false, can_cancel: false });
  const me = (await finn.getMe()).body;
  expect(me.accessible_gyms.map(({ id }) => id).sort()).toEqual([barangaroo, fremantle].sort());
  expect(me.managed_gym_ids).toEqual([barangaroo]);

  expect((await finn.getSession({ params: { id: other } })).body).toMatchObject({ can_edit: false, can_cancel: false });
  const attacks = [
    await finn.cancelSession({ params: { id: other }, query: {} }),
    await finn.updateSession({ params: { id: other }, body: { title: 'Mine now' } }),
    await finn.checkIn({ params: { id: other }, body: { user_ids: [cast.ben.id] } }),
  ];
  expect(attacks.map(({ status, error }) => [status, error.code])).toEqual(attacks.map(() => [403, 'access_denied']));

  expect((await finn.switchGym({ body: { gym_id: fremantle } })).status).toBe(200);
  expect((await finn.completeOnboarding({ body: wizard })).error.code).toBe('onboarding_already_completed');
  await db.updateTable('users').set({ onboarding_completed: false }).where('id', '=', cast.finn.id).execute();
  expect((await finn.completeOnboarding({ body: wizard })).status).toBe(200);
  const renamed = before.map((gym) =>
    gym.id === barangaroo ? { ...gym, name: wizard.location_name, timezone: wizard.timezone } : gym,
  );
  expect(await gymsNow()).toEqual(renamed);

  const grant = db.updateTable('user_gyms').where('user_id', '=', cast.finn.id).where('gym_id', '=', fremantle);
  // The server hears of a right that changed in the database, so a call that comes first may still have the old one.
  const managed = async () => (await finn.getMe()).body.managed_gym_ids;
  await grant.set({ manages: true }).execute();
  await expect.poll(managed).toHaveLength(2);
  expect((await finn.cancelSession({ params: { id: other }, query: {} })).status).toBeLessThan(300);
  await grant.set({ manages: false }).execute();
  await expect.poll(managed).toEqual([barangaroo]);
});

test('a gym given to manage counts for gym admins alone', async () => {
  const { cast, db } = app();
  await db.updateTable('user_gyms').set({ manages: true }).where('user_id', '=', cast.ben.id).execute();
  expect((await (await app().as(cast.ben)).getMe()).body.managed_gym_ids).toEqual([]);
});
