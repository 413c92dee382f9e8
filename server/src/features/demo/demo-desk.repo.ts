import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';

export type DemoLine = {
  id: string;
  persona_name: string;
  started_at: string;
  expires_at: string;
  ended_at: string | null;
  tried: Record<string, number>;
};
type Page = { count: number; results: DemoLine[] };

// An expired demo has ended, whether or not the job has noted it.
const pageStatement = statement('demos', { limit: 'int', offset: 'int' })<Page>(
  `select (select count(*)::int from demo_sessions) as count,
    coalesce((select json_agg(json_build_object('id', d.id, 'persona_name', d.persona_name, 'tried', d.tried,
        'started_at', ${instantSql('d.started_at')}, 'expires_at', ${instantSql('d.expires_at')},
        'ended_at', ${instantSql('coalesce(d.ended_at, case when d.expires_at <= now() then d.expires_at end)')})
      order by d.started_at desc, d.id desc) from (
      select * from demo_sessions order by started_at desc, id desc limit $limit offset $offset) d), '[]') as results`,
);

/** The newest first. */
export async function readDemos(read: Read, wanted: { limit: number; offset: number }): Promise<Page> {
  const [page] = await read(pageStatement, wanted);
  return page!;
}

const endStatement = statement('end-demos', { id: 'uuid?' })<{ id: string; user_id: string }>(
  `with ended as (
    update demo_sessions set ended_at = now(), ip = null
    where ended_at is null and expires_at > now() and ($id is null or id = $id)
    returning id, organization_id, user_id),
  closed as (
    update organizations o set demo_expires_at = now() from ended e where o.id = e.organization_id and o.is_demo),
  gone as (
    update users u set demo_expires_at = now() from ended e
    where u.organization_id = e.organization_id and u.is_demo_user returning u.id as user_id, e.id)
  select id, user_id from gone`,
);

/** Ends one running demo, or all of them. Returns the demos, and their people, who are signed out. */
export async function endDemos(tx: Db, id: string | null): Promise<{ demos: number; userIds: string[] }> {
  const gone = await run(tx, endStatement, { id });
  return { demos: new Set(gone.map((row) => row.id)).size, userIds: gone.map((row) => row.user_id) };
}

const noteStatement = statement(
  'note-expired-demos',
  {},
)('update demo_sessions set ended_at = expires_at, ip = null where ended_at is null and expires_at <= now()');
const forgetStatement = statement(
  'forget-old-demos',
  {},
)("delete from demo_sessions where started_at < now() - interval '90 days'");

/** Notes the end of expired demos, without the visitor's address, and drops the oldest lines. */
export async function noteExpired(db: Db): Promise<void> {
  await run(db, noteStatement, {});
  await run(db, forgetStatement, {});
}

type Counted = { organizationId: string; call: string; times: number };

const addTriedStatement = statement('add-tried', { counted: 'jsonb' })(
  `with counted as (
    select * from jsonb_to_recordset($counted) as c ("organizationId" uuid, call text, times int))
  update demo_sessions d set tried = d.tried || (
    select jsonb_object_agg(c.call, c.times + coalesce((d.tried ->> c.call)::int, 0))
    from counted c where c."organizationId" = d.organization_id)
  where d.organization_id in (select "organizationId" from counted)`,
);

/** Adds to what the visitors of these sandboxes tried. */
export async function addTried(db: Db, counted: readonly Counted[]): Promise<void> {
  await run(db, addTriedStatement, { counted: JSON.stringify(counted) });
}

/** Null: the default of the configuration. */
export type StoredLimits = { at_once: number | null; per_address: number | null };

const limitsStatement = statement(
  'demo-limits',
  {},
)<StoredLimits & { now: Date; running: number }>(
  `select now() as now, l.at_once, l.per_address,
    (select count(*)::int from organizations o where o.is_demo and o.demo_expires_at > now()
      and not exists (select from demo_stock s where s.organization_id = o.id)) as running
  from (select 1) one left join demo_limits l on true`,
);

/** The limits, and how many demos are running by the database's clock. */
export async function readLimits(db: Db): Promise<StoredLimits & { now: Date; running: number }> {
  const [row] = await run(db, limitsStatement, {});
  return row!;
}

/** Of two operators who change the limits, the second finds what the first set. */
export async function lockLimits(tx: Db): Promise<void> {
  const none = { at_once: null, per_address: null };
  await tx
    .insertInto('demo_limits')
    .values(none)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.selectFrom('demo_limits').select('is_only_row').forUpdate().execute();
}

export async function writeLimits(tx: Db, limits: StoredLimits): Promise<void> {
  await tx.updateTable('demo_limits').set(limits).execute();
}
