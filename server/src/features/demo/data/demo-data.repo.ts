import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { generateDemoData } from '@spotter/contract/desk/demo-data.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';

export type DemoGym = ParsedInput<typeof generateDemoData>['body'];
type Status = 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'removed';
export type DemoDataJob = DemoGym & {
  id: string;
  status: Status;
  progress: number;
  seconds_left: number | null;
  rows_written: number;
  organization_id: string | null;
  organization_name: string | null;
  created_at: string;
  finished_at: string | null;
};
type Page = { count: number; results: DemoDataJob[] };

/** Alias: j the job. The estimate needs some progress to go by. */
const jobJson = `json_build_object('id', j.id, 'kind', j.kind, 'members', j.members, 'weeks', j.weeks,
  'locations', j.locations, 'seed', j.seed, 'status', j.status, 'progress', j.progress,
  'rows_written', j.rows_written, 'organization_id', j.organization_id,
  'organization_name', (select o.name from organizations o where o.id = j.organization_id),
  'seconds_left', case when j.status = 'running' and j.progress > 0
    then ceil(extract(epoch from now() - j.started_at) * (100 - j.progress) / j.progress)::int end,
  'created_at', ${instantSql('j.created_at')}, 'finished_at', ${instantSql('j.finished_at')})`;

const pageStatement = statement('demo-data-jobs', { limit: 'int', offset: 'int' })<Page>(
  `select (select count(*)::int from demo_data_jobs) as count,
    coalesce((select json_agg(${jobJson} order by j.created_at desc, j.id desc) from (
      select * from demo_data_jobs order by created_at desc, id desc limit $limit offset $offset) j), '[]') as results`,
);

/** The newest first. */
export async function readJobs(read: Read, wanted: { limit: number; offset: number }): Promise<Page> {
  const [page] = await read(pageStatement, wanted);
  return page!;
}

const jobStatement = statement('demo-data-job', { id: 'uuid' })<{ job: DemoDataJob }>(
  `select ${jobJson} as job from demo_data_jobs j where j.id = $id`,
);

export async function readJob(tx: Db, id: string): Promise<DemoDataJob | undefined> {
  const [row] = await run(tx, jobStatement, { id });
  return row?.job;
}

/** False while another one is queued or running. */
export async function insertJob(tx: Db, job: DemoGym & { id: string; requested_by: string }): Promise<boolean> {
  const made = await tx
    .insertInto('demo_data_jobs')
    .values(job)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

const endStatement = statement('end-demo-data', { id: 'uuid', from: 'text[]', to: 'text' })<object>(
  `update demo_data_jobs set status = $to, finished_at = now() where id = $id and status = any($from) returning id`,
);

/** Ends a job that is in one of these states; false if it is in another, or there is none. */
export async function endJob(
  tx: Db,
  id: string,
  { from, to }: { from: readonly Status[]; to: Exclude<Status, 'queued' | 'running'> },
): Promise<boolean> {
  return (await run(tx, endStatement, { id, from, to })).length > 0;
}

const startStatement = statement('start-demo-data', { id: 'uuid' })<
  DemoGym & { created_at: Date; chunks_written: number }
>(
  `update demo_data_jobs set status = 'running', started_at = coalesce(started_at, now())
  where id = $id and status in ('queued', 'running')
  returning kind, members, weeks, locations, seed, created_at, chunks_written`,
);

/** The job to work on and how far it has come; undefined if it was cancelled or has ended. */
export async function startJob(db: Db, id: string) {
  const [job] = await run(db, startStatement, { id });
  return job;
}

const countStatement = statement('count-demo-data-chunk', { id: 'uuid', number: 'int', progress: 'int' })<object>(
  `update demo_data_jobs set chunks_written = $number, progress = $progress
  where id = $id and status = 'running' and chunks_written = $number - 1 returning id`,
);

/** Locks the job until the commit. False if it was cancelled meanwhile, or another process writes this chunk. */
export async function countChunk(tx: Db, chunk: { id: string; number: number; progress: number }): Promise<boolean> {
  return (await run(tx, countStatement, chunk)).length > 0;
}

const noteStatement = statement('note-demo-data-rows', { id: 'uuid', organizationId: 'uuid', rows: 'int' })(
  `update demo_data_jobs set organization_id = $organizationId, rows_written = rows_written + $rows where id = $id`,
);

export async function noteRows(tx: Db, noted: { id: string; organizationId: string; rows: number }): Promise<void> {
  await run(tx, noteStatement, noted);
}

const analyzeStatement = statement(
  'analyze-demo-data',
  {},
)('analyze users, user_gyms, friendships, sessions, session_participants');

/**
 * Tells PostgreSQL how large the tables have become. Plans for nearly empty tables read all of them for each row, and a
 * week of sessions took ten seconds instead of half a one.
 */
export async function analyzeTables(db: Db): Promise<void> {
  await run(db, analyzeStatement, {});
}

const organizationStatement = statement('demo-data-to-remove', { id: 'uuid' })<{ organization_id: string }>(
  `select organization_id from demo_data_jobs
  where id = $id and status in ('failed', 'cancelled', 'removed') and organization_id is not null`,
);

/** The organization of a job whose data is to go. */
export async function readOrganizationToRemove(db: Db, id: string): Promise<string | undefined> {
  const [row] = await run(db, organizationStatement, { id });
  return row?.organization_id;
}

// Sessions go with their participants and words. The last admin goes with the organization itself.
const removeSessions = statement('remove-demo-data-sessions', { organizationId: 'uuid' })<object>(
  `delete from sessions where organization_id = $organizationId and id in (
    select id from sessions where organization_id = $organizationId limit 500) returning id`,
);
const removeMembers = statement('remove-demo-data-members', { organizationId: 'uuid' })<object>(
  `delete from users where organization_id = $organizationId and id in (
    select id from users where organization_id = $organizationId and role <> 'org_admin' limit 250) returning id`,
);

/** Removes some of what an organization has most of, in a short statement; false when there is no more. */
export async function removeSome(db: Db, organizationId: string): Promise<boolean> {
  for (const part of [removeSessions, removeMembers])
    if ((await run(db, part, { organizationId })).length > 0) return true;
  return false;
}

export async function removeOrganization(tx: Db, organizationId: string): Promise<void> {
  await tx.deleteFrom('organizations').where('id', '=', organizationId).execute();
}
