import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';

export type Scope = 'this' | 'following' | 'all';

type Ahead = { organizationId: string; seriesId: string; sessionId: string; scope: Exclude<Scope, 'this'> };

/** Locks a series and then its sessions that are still to come: all of them, or from one on; answers which, soonest first. */
export async function lockSeriesAhead(
  tx: Db,
  { organizationId, seriesId, sessionId, scope }: Ahead,
): Promise<string[]> {
  await sql`select from session_series where organization_id = ${organizationId} and id = ${seriesId}
    for no key update`.execute(tx);
  const { rows } = await sql<{ id: string; starts_at: Date }>`
    select s.id, s.starts_at from sessions s
    where s.organization_id = ${organizationId} and s.series_id = ${seriesId} and s.status = 'active' and s.starts_at > now()
      and (${scope} = 'all' or s.starts_at >= (select o.starts_at from sessions o
        where o.organization_id = ${organizationId} and o.id = ${sessionId}))
    order by s.id for no key update`.execute(tx);
  return rows.sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime()).map(({ id }) => id);
}
