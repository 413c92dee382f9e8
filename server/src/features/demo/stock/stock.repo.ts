import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { personaSql } from '../visit/personas.repo.ts';

/** Older ones are thrown away: their next sessions would be over during the demo. */
const FRESH_MINUTES = 45;
const fresh = `made_at > now() - interval '${FRESH_MINUTES} minutes'`;

const MINUTES = 60;
/** When a demo that starts now ends. */
export const hourFrom = (now: Date) => new Date(now.getTime() + MINUTES * 60_000);
const expiresAt = `now() + interval '${MINUTES} minutes'`;

type Prepared = { organization_id: string; user_id: string; persona_name: string; expires_at: Date };

const takeStatement = statement(
  'take-demo-from-stock',
  {},
)<Prepared>(
  `with taken as (
    delete from demo_stock where organization_id = (
      select organization_id from demo_stock where ${fresh} order by made_at limit 1 for update skip locked)
    returning organization_id),
  opened as (
    update organizations o set demo_expires_at = ${expiresAt} from taken t where o.id = t.organization_id),
  people as (
    update users u set demo_expires_at = ${expiresAt} from taken t
    where u.organization_id = t.organization_id and u.is_demo_user)
  select t.organization_id, p.id as user_id, p.name as persona_name, ${expiresAt} as expires_at
  from taken t cross join lateral (${personaSql('t.organization_id', "'regular_user'")}) p`,
);

/** Hands out the oldest prepared sandbox that is still fresh; null if there is none. Two starts never get the same. */
export async function takeFromStock(tx: Db): Promise<Prepared | null> {
  const [taken] = await run(tx, takeStatement, {});
  return taken ?? null;
}

export async function addToStock(tx: Db, organizationId: string): Promise<void> {
  await tx.insertInto('demo_stock').values({ organization_id: organizationId }).execute();
}

const stateStatement = statement(
  'demo-stock',
  {},
)<{ now: Date; ready: number; busy: number }>(
  `select now() as now, (select count(*)::int from demo_stock where ${fresh}) as ready,
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()) as busy`,
);

/** How many sandboxes are ready, and how many connections are at work just now. */
export async function readStock(db: Db): Promise<{ now: Date; ready: number; busy: number }> {
  const [state] = await run(db, stateStatement, {});
  return state!;
}

/** When a sandbox made now is of no use anymore; the job that ends demos removes it then. */
export const staleAfter = (now: Date) => new Date(now.getTime() + (FRESH_MINUTES + 1) * 60_000);
