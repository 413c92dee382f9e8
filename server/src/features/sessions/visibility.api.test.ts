import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { run, statement } from '#platform/db/statement.ts';
import { canUseGym, managesGym } from '#platform/logins/gym-access.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';
import { runs } from '../../../../scripts/property-runs.ts';

const app = useTestApp();

beforeEach(() => app().db.deleteFrom('sessions').execute());

const invite = (organization_id: string, session_id: string, people: readonly CastMember[]) =>
  app()
    .db.insertInto('session_invites')
    .values(people.map(({ id: user_id }) => ({ organization_id, session_id, user_id, invited_by: app().cast.ana.id })))
    .execute();

/** Who reads the session, and who hears that its title changed. */
async function readersAndHearers(id: string, people: readonly CastMember[]) {
  const { cast, db } = app();
  const answers = await Promise.all(
    people.map(async (person) => {
      const client = await app().as(person);
      const gyms = (await client.getMe()).body.accessible_gyms;
      return { id: person.id, gymIds: gyms.map((gym) => gym.id), read: await client.getSession({ params: { id } }) };
    }),
  );
  await db.deleteFrom('live_events').execute();
  await (await app().as(cast.ana)).updateSession({ params: { id }, body: { title: 'Pull day' } });
  const [told] = await db.selectFrom('live_events').selectAll().where('type', '=', 'session.updated').execute();
  const hears = (person: (typeof answers)[number]) =>
    told?.user_ids?.includes(person.id) ??
    (person.gymIds.some((gym) => gym === told?.gym_id) && !told?.except_ids?.includes(person.id));
  return {
    readers: answers.filter(({ read }) => read.status === 200).map(({ id: reader }) => reader),
    hearers: answers.filter(hears).map(({ id: hearer }) => hearer),
  };
}

test.each([false, true])(
  'tells news of a session to all who see it, and to nobody else (invite-only: %s)',
  async (invite_only) => {
    const { cast, db } = app();
    const { ironHarbour } = cast.organizations;
    const [elsewhere, helper, manager] = (await addCrowd(db, cast, 3)) as [CastMember, CastMember, CastMember];
    await db.deleteFrom('user_gyms').where('user_id', '=', elsewhere.id).execute();
    await db
      .insertInto('user_gyms')
      .values({ organization_id: ironHarbour, user_id: elsewhere.id, gym_id: cast.gyms.fremantle })
      .execute();
    for (const { id } of [helper, manager])
      await db.updateTable('users').set({ role: 'gym_admin' }).where('id', '=', id).execute();
    await db.updateTable('user_gyms').set({ manages: true }).where('user_id', '=', manager.id).execute();
    await db
      .insertInto('blocks')
      .values({ organization_id: ironHarbour, blocker_id: manager.id, blocked_id: cast.ana.id })
      .execute();

    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], invite_only });
    await invite(ironHarbour, id, [cast.cleo, cast.dov, elsewhere]);
    const everyone = [
      cast.ana,
      cast.ben,
      cast.cleo,
      cast.dov,
      cast.finn,
      cast.olga,
      cast.eve,
      elsewhere,
      helper,
      manager,
    ];
    const { readers, hearers } = await readersAndHearers(id, everyone);
    expect(hearers).toEqual(readers);
    const invited = [cast.ana, cast.ben, cast.cleo, cast.finn, cast.olga];
    expect(readers).toEqual((invite_only ? invited : [...invited, helper]).map((person) => person.id));
  },
);

const rightsStatement = statement('gym-rights', { sessionId: 'uuid' })<Record<'uses' | 'manages', [boolean, boolean]>>(
  `select array[can_host(u.is_active, u.role, u.gym_ids, s.gym_id), u.is_active and ${canUseGym('u', 's.gym_id')}] as uses,
    array[is_asked_to(s.organization_id, s.id, u.id), u.id = s.creator_id or ${managesGym('u', 's.gym_id')}] as manages
  from sessions s join users u on u.organization_id = s.organization_id where s.id = $sessionId`,
);

const rights = fc.record({
  role: fc.constantFrom('regular_user', 'gym_admin', 'org_admin'),
  gym: fc.constantFrom('barangaroo', 'fremantle', null),
  manages: fc.boolean(),
  is_active: fc.boolean(),
});

test('functions of the database read gym rights as the server does', async () => {
  const { cast, db } = app();
  const { ironHarbour: organization_id } = cast.organizations;
  const crowd = await addCrowd(db, cast, 8);
  const sessionId = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
  await fc.assert(
    fc.asyncProperty(fc.array(rights, { minLength: 8, maxLength: 8 }), async (given) => {
      for (const [index, { role, gym, manages, is_active }] of given.entries()) {
        const user_id = crowd[index]!.id;
        await db.deleteFrom('user_gyms').where('user_id', '=', user_id).execute();
        await db.updateTable('users').set({ role, is_active }).where('id', '=', user_id).execute();
        if (gym)
          await db
            .insertInto('user_gyms')
            .values({ organization_id, user_id, gym_id: cast.gyms[gym], manages })
            .execute();
      }
      const found = await run(db, rightsStatement, { sessionId });
      expect(found.length).toBeGreaterThan(crowd.length);
      for (const { uses, manages } of found) expect([uses[0], manages[0]]).toEqual([uses[1], manages[1]]);
    }),
    runs(8),
  );
});
