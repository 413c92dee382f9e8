import type { Read } from '@spotter/server/platform/db/reads.ts';
import { createAccessTokens } from '@spotter/server/platform/logins/access-tokens.ts';
import { type Member, readCaller } from '@spotter/server/platform/logins/callers.ts';
import type pg from 'pg';

export type Person = { caller: Member; token: string };

const longerThanAnyRun = 4 * 60 * 60;

type Wanted = { howMany: number; organizationId?: string; role?: 'regular_user' | 'gym_admin' | 'org_admin' };

/** Members with a sign-in token, spread evenly over all organizations or from one. */
export async function signedInPeople(
  pool: pg.Pool,
  read: Read,
  secret: string,
  { howMany, organizationId, role = 'regular_user' }: Wanted,
): Promise<Person[]> {
  const { rows } = await pool.query<{ userId: string; loginId: string }>(
    `select user_id as "userId", id as "loginId" from (
       select l.user_id, l.id, row_number() over (order by l.id) as number, count(*) over () as people
       from logins l join users u on u.id = l.user_id where u.role = $3 and ($2::uuid is null or u.organization_id = $2)) numbered
     where number % greatest(people / $1, 1) = 0 order by number limit $1`,
    [howMany, organizationId ?? null, role],
  );
  const tokens = createAccessTokens(secret);
  const people: Person[] = [];
  for (const login of rows) {
    const caller = (await readCaller(read, login))?.caller;
    if (!caller?.organizationId) throw new Error('A member of the measured database cannot sign in.');
    const token = await tokens.sign({ ...login, seconds: longerThanAnyRun });
    people.push({ caller: { ...caller, organizationId: caller.organizationId }, token });
  }
  return people;
}
