import { storageLimits } from '@spotter/contract/limits.ts';
import type { listOrganizations as listEndpoint, organizationSorts } from '@spotter/contract/organizations.ts';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import { run, statement } from '#platform/db/statement.ts';
import { strangerMailsSql } from '#platform/limits.ts';
import { versionSql } from '#platform/versions.ts';

type Overview = z.input<typeof listEndpoint.returns>['results'][number];
type Page = { count: number; results: Overview[] };
type Sort = (typeof organizationSorts)[number];

// Alias: o the organization.
const members = 'select count(*) from users u where u.organization_id = o.id and u.is_active';
const sessions = (
  from: string,
) => `select count(*) from sessions s where s.organization_id = o.id and s.status = 'active'
  and s.starts_at between now() - interval '${from}' and now()`;
const ownerSeen = `select max(u.last_seen_at) from users u
  where u.organization_id = o.id and u.role = 'org_admin' and u.is_active`;

/** SQL for the version of what super admins change of an organization. */
export const organizationVersion = versionSql(
  'o.name, o.is_active, o.white_label_enabled, o.storage_times, o.mail_limit_lifted',
);

const jobOf = (status: string) =>
  `exists (select from demo_data_jobs j where j.organization_id = o.id and j.status in (${status}))`;
/** Demo data whose removal has begun; see `features/demo/data`. */
export const isBeingRemoved = jobOf("'failed', 'cancelled', 'removed'");
const stage = `case when ${jobOf("'queued', 'running', 'done'")} then 'demo_data' when o.trial_ends_at is null then 'pilot'
  when o.trial_ends_at > now() then 'trial' else 'trial_over' end`;
const newMembers = `${members} and u.created_at > now() - interval '30 days'`;

const orders: Record<Sort, string> = {
  name: 'o.name_order, o.id',
  newest: 'o.created_at desc, o.id',
  members: `(${members}) desc, o.id`,
  sessions: `(${sessions('30 days')}) desc, o.id`,
  growth: `(${newMembers}) desc, o.id`,
  owner_away: `(${ownerSeen}) nulls first, o.id`,
};

const listStatement = (sort: Sort) =>
  statement(`organizations:${sort}`, {
    own: 'uuid?',
    active: 'boolean?',
    deleted: 'boolean',
    stage: 'text?',
    demos: 'boolean',
    search: 'text',
    storageLimit: 'bigint',
    limit: 'int',
    offset: 'int',
  })<Page>(
    `with found as (
    select o.* from organizations o
    where ($own is null or o.id = $own) and ($active is null or o.is_active = $active)
      and (o.deleted_at is not null) = $deleted and not ${isBeingRemoved}
      and ($stage is null or ${stage} = $stage)
      and ($demos or not o.is_demo or o.id = $own)
      and not exists (select from demo_stock s where s.organization_id = o.id)
      and position(lower($search) in lower(o.name)) > 0
  ), page as (
    select o.*, row_number() over (order by ${orders[sort]}) as place from found o order by place limit $limit offset $offset)
  select (select count(*)::int from found) as count, coalesce((select json_agg(json_build_object(
    'id', o.id, 'name', o.name, 'is_active', o.is_active, 'white_label_enabled', o.white_label_enabled,
    'gyms_count', (select count(*) from gyms g where g.organization_id = o.id and g.is_active),
    'members_count', (${members}), 'sessions_last_30_days', (${sessions('30 days')}),
    'storage_bytes', (select coalesce(sum(bytes), 0) from files f where f.organization_id = o.id),
    'storage_limit_bytes', $storageLimit * o.storage_times,
    'stranger_mails', case when $own is null then json_build_object('is_lifted', o.mail_limit_lifted,
      'most', ${strangerMailsSql}, 'used', coalesce((select r.used from rate_limits r
        where r.bucket = 'stranger_mails:' || o.id and r.resets_at > now()), 0)) end,
    'stage', ${stage},
    'trial_ends_at', ${instantSql('o.trial_ends_at')},
    'health', case when $own is null then json_build_object('sessions_per_week', (${sessions('28 days')}) / 4.0,
      'new_members_last_30_days', (${newMembers}),
      'owner_last_seen_at', (select ${instantSql('seen.at')} from (${ownerSeen}) seen (at))) end,
    'is_demo', o.is_demo, 'version', ${organizationVersion}, 'created_at', ${instantSql('o.created_at')}, 'deleted_at', ${instantSql('o.deleted_at')}
  ) order by o.place) from page o), '[]') as results`,
  );

const listStatements = Object.fromEntries(
  (Object.keys(orders) as Sort[]).map((sort) => [sort, listStatement(sort)]),
) as Record<Sort, ReturnType<typeof listStatement>>;

type Wanted = {
  /** Null stands for every organization. */
  own: string | null;
  active: boolean | null;
  deleted: boolean;
  stage: Overview['stage'] | null;
  demos: boolean;
  search: string;
  limit: number;
  offset: number;
};

export async function readOrganizations(db: Db, sort: Sort, wanted: Wanted): Promise<Page> {
  const [page] = await run(db, listStatements[sort], { ...wanted, storageLimit: storageLimits.organization });
  return page!;
}
