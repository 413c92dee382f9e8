import type { Returns } from '@spotter/contract/api/endpoint.ts';
import type { getOperations } from '@spotter/contract/desk/operations.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import { strangerMailsSql } from '#platform/limits.ts';
import { canSendAgainSql } from '#platform/mail/queue.ts';

/** Longer lists are counted no further, so that a call's cost stays the same however bad things are. */
const MOST_COUNTED = 10_000;
const SHOWN = 50;

const list = (row: string, from: string) => `coalesce((select json_agg(${row}) from (${from}) r), '[]')`;
const counted = (from: string) => `(select count(*)::int from (select ${from} limit ${MOST_COUNTED}) c)`;

const isAlive = `seen_at > now() - interval '35 seconds'`;

const nodes = list(
  `json_build_object('id', r.id, 'name', r.name, 'roles', r.roles, 'version', r.version,
    'started_at', ${instantSql('r.started_at')}, 'seen_at', ${instantSql('r.seen_at')}, 'is_alive', r.${isAlive},
    'live_streams', r.live_streams, 'memory_bytes', r.memory_bytes)`,
  `select * from nodes order by seen_at desc, id limit ${SHOWN}`,
);

const queueJobs = 'from graphile_worker._private_jobs where';
const isWaiting = `${queueJobs} attempts < max_attempts and locked_at is null`;
const queue = `json_build_object(
  'waiting', ${counted(isWaiting)}, 'due', ${counted(`${isWaiting} and run_at <= now()`)},
  'running', ${counted(`${queueJobs} locked_at is not null`)},
  'oldest_due_at', (select ${instantSql('min(run_at)')} ${isWaiting} and run_at <= now()))`;

/** The queue keeps the whole stack with an error; the first line says what happened. */
const failedJobs = `json_build_object('count', ${counted(`${queueJobs} last_error is not null`)}, 'results', ${list(
  `json_build_object('id', r.id::text, 'job', r.identifier, 'attempts', r.attempts, 'most_attempts', r.max_attempts,
    'is_given_up', r.attempts >= r.max_attempts, 'is_running', r.locked_at is not null,
    'error', left(split_part(r.last_error, E'\\n', 1), 300), 'failed_at', ${instantSql('r.updated_at')},
    'next_at', case when r.attempts < r.max_attempts then ${instantSql('r.run_at')} end)`,
  `select j.*, t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.last_error is not null order by j.attempts < j.max_attempts, j.updated_at desc, j.id desc limit ${SHOWN}`,
)})`;

const named = (id: string, name: string) => `json_build_object('id', ${id}, 'name', ${name})`;

const failedMails = `json_build_object('count', ${counted('from mails where failed_at is not null')}, 'results', ${list(
  `json_build_object('id', r.id, 'kind', r.kind, 'to', r.to_address, 'attempts', r.attempts,
    'organization', case when r.name is not null then ${named('r.organization_id', 'r.name')} end,
    'error', left(coalesce(r.last_error, ''), 300), 'failed_at', ${instantSql('r.failed_at')}, 'can_send_again', r.${canSendAgainSql})`,
  `select m.*, o.name from mails m left join organizations o on o.id = m.organization_id
  where m.failed_at is not null order by m.failed_at desc limit ${SHOWN}`,
)})`;

const slowestCalls = list(
  `json_build_object('call', r.call, 'count', r.count, 'p50_ms', r.p50_ms, 'p99_ms', r.p99_ms)`,
  `select c.call, sum(c.count) as count, max(c.p50_ms) as p50_ms, max(c.p99_ms) as p99_ms
  from nodes n, jsonb_to_recordset(n.calls) as c (call text, count int, p50_ms float8, p99_ms float8)
  where n.${isAlive} group by c.call order by 4 desc, 1 limit 10`,
);

const sizes = `json_build_object(
  'counted_at', (select ${instantSql('max(counted_at)')} from organization_sizes),
  'is_counting', exists (select ${queueJobs} key = 'count_sizes' and attempts < max_attempts),
  'organizations', ${list(
    `json_build_object('id', r.id, 'name', r.name, 'database_bytes', r.database_bytes, 'file_bytes', r.file_bytes)`,
    `select o.id, o.name, s.database_bytes, s.file_bytes from organization_sizes s
      join organizations o on o.id = s.organization_id
    order by s.database_bytes + s.file_bytes desc, o.id limit ${SHOWN}`,
  )})`;

const lastBackup = `(select json_build_object('made_at', ${instantSql('made_at')}, 'rows', row_count, 'files', file_count)
  from backups order by made_at desc limit 1)`;

const keys = list(
  `json_build_object('name', r.name, 'since', ${instantSql('r.since')})`,
  `select k.name, k.since from keys_in_use k join jsonb_to_recordset($keys) as given (name text, fingerprint text)
    on k.name = given.name and encode(k.fingerprint, 'hex') = given.fingerprint order by k.name desc`,
);

/** In any sort order every organization's bucket lies between these two; the prefix tells them from others there. */
const mailQuotas = list(
  `json_build_object('organization', ${named('r.id', 'r.name')}, 'used', r.used, 'is_lifted', r.mail_limit_lifted,
    'most', case when $hasLimits then r.most end)`,
  `select o.id, o.name, o.mail_limit_lifted, l.used, ${strangerMailsSql} as most
  from (select substr(bucket, 16) as id, used from rate_limits
    where bucket > 'stranger_mails:' and bucket < 'stranger_mails:g' and starts_with(bucket, 'stranger_mails:')
      and resets_at > now() order by used desc limit 20) l
    join organizations o on o.id = l.id::uuid order by l.used desc, o.id`,
);

type Found = Omit<Returns<typeof getOperations>, 'version'>;

const operationsStatement = statement('operations', { keys: 'jsonb', hasLimits: 'boolean' })<Found>(
  `select (select name from migrations where name !~ '/' order by name desc limit 1) as schema_version,
    pg_database_size(current_database())::float8 as database_bytes, ${nodes} as nodes,
    (select coalesce(sum(live_streams), 0)::int from nodes where ${isAlive}) as live_streams, ${queue} as queue,
    ${failedJobs} as failed_jobs, ${failedMails} as failed_mails, ${slowestCalls} as slowest_calls, ${sizes} as sizes,
    ${lastBackup} as last_backup, ${keys} as keys, ${mailQuotas} as mail_quotas`,
);

type Wanted = { keys: readonly { name: string; fingerprint: Buffer }[]; hasLimits: boolean };

export async function readOperations(read: Read, { keys: used, hasLimits }: Wanted): Promise<Found> {
  const given = used.map(({ name, fingerprint }) => ({ name, fingerprint: fingerprint.toString('hex') }));
  const [found] = await read(operationsStatement, { keys: JSON.stringify(given), hasLimits });
  return found!;
}
