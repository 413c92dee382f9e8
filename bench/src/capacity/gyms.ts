import type { Db } from '@spotter/server/platform/db/connect.ts';
import { createAccessTokens } from '@spotter/server/platform/logins/access-tokens.ts';
import { simulateGym } from '@spotter/server/simulator/gym-rows.ts';
import { busiestHour, hourScript, insertGymRows, simulate } from '@spotter/server/simulator/index.ts';
import type pg from 'pg';
import { run } from '../fill.ts';
import { type Visit, visitsOf } from './visits.ts';

export type Sizes = { gyms: number; members: number; weeks: number };

const LONGER_THAN_ANY_RUN = 4 * 60 * 60;
const world = 'ordinary';

/** Fills the database with simulated gyms, and returns what their members do in the busiest hour of each. */
export async function fillGyms(db: Db, pool: pg.Pool, { gyms, members, weeks }: Sizes, secret: string) {
  const now = new Date();
  const visits: Visit[] = [];
  for (let seed = 1; seed <= gyms; seed++) {
    const gym = simulateGym({ kind: 'chain', world, members, weeks, seed, gyms: 1, tag: seed, now });
    const first = gym.first();
    await db.transaction().execute(async (tx) => {
      await insertGymRows(tx, first);
      for (const week of gym.simulation.weeks()) await insertGymRows(tx, gym.ofWeek(week));
      await insertGymRows(tx, gym.last());
    });
    const history = simulate({ world, members, weeks, seed });
    const script = hourScript(history, busiestHour(history));
    visits.push(...visitsOf(script, { userIds: gym.userIds, ...(await signIn(pool, gym.organizationId, secret)) }));
  }
  await run(pool, [['vacuum analyze']]);
  return visits.sort((one, other) => one.second - other.second);
}

/** Gives every member of an organization a sign-in. */
async function signIn(pool: pg.Pool, organizationId: string, secret: string) {
  const { rows } = await pool.query<{ userId: string; loginId: string; gymId: string }>(
    `with people as (select id, current_gym_id from users where organization_id = $1),
    made as (
      insert into logins (id, user_id, method, user_agent, expires_at)
      select gen_random_uuid(), id, 'password', 'bench', now() + interval '30 days' from people returning id, user_id)
    select user_id as "userId", made.id as "loginId", current_gym_id as "gymId" from made join people on people.id = user_id`,
    [organizationId],
  );
  const tokens = createAccessTokens(secret);
  const known = new Map<string, { token: string; gymId: string }>();
  for (const { userId, loginId, gymId } of rows)
    known.set(userId, { token: await tokens.sign({ userId, loginId, seconds: LONGER_THAN_ANY_RUN }), gymId });
  return { tokenOf: (id: string) => known.get(id)!.token, gymOf: (id: string) => known.get(id)!.gymId };
}
