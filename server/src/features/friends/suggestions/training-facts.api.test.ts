import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';
import { countTraining } from '#testing/training.ts';
import { refreshTrainingFacts } from './training-facts.jobs.ts';

const app = useTestApp();

const organization = () => app().cast.organizations.ironHarbour;

beforeEach(async () => {
  await app().db.deleteFrom('sessions').execute();
  await app().db.deleteFrom('training_refreshes').execute();
  await app()
    .db.updateTable('users')
    .set({ preferred_times: [], favourite_workouts: [], usual_times_shown_to: 'everyone' })
    .execute();
  await countTraining(app().db, organization());
});

const marked = async () => {
  const ofOne = app().db.selectFrom('training_changes').where('organization_id', '=', organization());
  const rows = await ofOne.select('user_id').distinct().execute();
  return rows.map(({ user_id }) => user_id).sort();
};
/** Cleo's sessions as the facts know them: 10 of 20 ones for two sessions, and so on. */
const known = async () => {
  await countTraining(app().db, organization());
  const { rows } = await sql<{ ones: number }>`select bit_count(hours)::int as ones from training_facts
    where user_id = ${app().cast.cleo.id}`.execute(app().db);
  return rows.map(({ ones }) => Math.round((ones / 2 / (20 - ones / 2)) * 2));
};

test('a member is counted again when a past session of theirs changes', async () => {
  const { db, cast } = app();
  const { cleo, finn } = cast;
  const past = () => addSession(db, { gym: cast.gyms.barangaroo, host: cleo, with: [finn], in: -3 * 24 * 60 });
  const first = await past();
  expect(await marked()).toEqual([cleo.id, finn.id].sort());
  expect(await known()).toEqual([1]);
  const second = await past();
  expect(await known()).toEqual([2]);
  const ofCleo = db.updateTable('session_participants').where('session_id', '=', second).where('user_id', '=', cleo.id);
  await ofCleo.set({ attended: false }).execute();
  expect(await marked()).toEqual([cleo.id]);
  expect(await known()).toEqual([1]);
  await ofCleo.set({ attended: true }).execute();
  expect(await known()).toEqual([2]);
  await db
    .updateTable('sessions')
    .set({ status: 'cancelled', cancelled_at: new Date() })
    .where('id', '=', second)
    .execute();
  expect(await marked()).toEqual([cleo.id, finn.id].sort());
  expect(await known()).toEqual([1]);
  await db.deleteFrom('sessions').where('id', '=', first).execute();
  expect(await known()).toEqual([0]);
});

test('a session ahead marks nobody; it counts once it has started, until it is too old', async () => {
  const { db, cast } = app();
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo });
  expect(await marked()).toEqual([]);
  expect(await known()).toEqual([0]);
  const past = (interval: string) =>
    sql`alter table sessions disable trigger training_mark_changed_session;
      update sessions set starts_at = now() - interval '${sql.raw(interval)}', ends_at = now() - interval '${sql.raw(interval)}' + interval '1 hour'
        where id = '${sql.raw(id)}';
      alter table sessions enable trigger training_mark_changed_session`.execute(db);
  const countedTo = (interval: string) =>
    sql`update training_refreshes set counted_to = now() - interval '${sql.raw(interval)}'`.execute(db);
  // As if time had passed: nothing but the clock tells of it.
  await countedTo('1 hour');
  await past('5 minutes');
  expect(await known()).toEqual([1]);
  await past('8 weeks 5 minutes');
  await countedTo('1 hour');
  expect(await known()).toEqual([0]);
});

test("what a member hides isn't counted, and access that ends takes the facts along", async () => {
  const { db, cast } = app();
  await addSession(db, { gym: cast.gyms.barangaroo, host: cast.cleo, in: -3 * 24 * 60 });
  expect(await known()).toEqual([1]);
  const cleo = await app().as(cast.cleo);
  await cleo.updateMe({ body: { usual_times_shown_to: 'nobody' } });
  expect(await known()).toEqual([0]);
  await cleo.updateMe({ body: { usual_times_shown_to: 'everyone' } });
  expect(await known()).toEqual([1]);
  const access = { organization_id: organization(), user_id: cast.cleo.id, gym_id: cast.gyms.barangaroo };
  await db.deleteFrom('user_gyms').where('user_id', '=', cast.cleo.id).execute();
  const rows = db.selectFrom('training_facts').select('user_id').where('user_id', '=', cast.cleo.id);
  expect(await rows.execute()).toEqual([]);
  await db.insertInto('user_gyms').values(access).execute();
  expect(await known()).toEqual([1]);
});

test('the job counts every organization, and forgets the marks of one that is gone', async () => {
  const { db, cast } = app();
  await db.deleteFrom('training_facts').execute();
  await db.deleteFrom('training_refreshes').execute();
  await db
    .insertInto('training_changes')
    .values({ organization_id: '01900000-0000-7000-8000-00000000dead', user_id: cast.ana.id })
    .execute();
  await enqueue(db, refreshTrainingFacts, {});
  await app().runJobs();
  expect(await db.selectFrom('training_changes').select('id').execute()).toEqual([]);
  const counted = await db.selectFrom('training_facts').select('organization_id').distinct().execute();
  expect(counted.length).toBeGreaterThan(1);
  const members = await db.selectFrom('user_gyms').select('user_id').execute();
  const facts = await db.selectFrom('training_facts').select('user_id').execute();
  expect(facts.length).toBe(members.length);
});
