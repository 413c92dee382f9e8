import { storageLimits } from '@spotter/contract/limits.ts';
import type { listOrganizations as listEndpoint } from '@spotter/contract/organizations.ts';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { strangerMailsSql } from '#platform/limits.ts';

/** With its published theme as it is stored. */
export const readOrganization = (db: Db, id: string) =>
  db
    .selectFrom('organizations as o')
    .leftJoin('organization_themes as t', 't.organization_id', 'o.id')
    .select(['o.id', 'o.name', 'o.is_active', 'o.white_label_enabled', 't.config'])
    .where('o.id', '=', id)
    .executeTakeFirst();

/** One change of its themes, images or session types at a time. */
export const lockOrganization = (tx: Db, id: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name', 'white_label_enabled'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** A location, or the one a member sees. */
export type Place = { userId: string } | { gymId: string };

/** The saved theme that a location, or the location a member sees, shows instead of the organization's. */
export const readThemeAt = (db: Db, organizationId: string, place: Place) =>
  db
    .selectFrom('gyms as g')
    .innerJoin('saved_themes as t', (on) =>
      on.onRef('t.organization_id', '=', 'g.organization_id').onRef('t.id', '=', 'g.theme_id'),
    )
    .select('t.config')
    .where('g.organization_id', '=', organizationId)
    .where('g.is_active', '=', true)
    .where('g.id', '=', (eb) =>
      'gymId' in place
        ? eb.val(place.gymId)
        : eb
            .selectFrom('users as u')
            .select(({ fn }) => fn.coalesce('u.current_gym_id', 'u.default_gym_id').as('gym_id'))
            .where('u.id', '=', place.userId),
    )
    .executeTakeFirst();

type Overview = z.input<typeof listEndpoint.returns>['results'][number];
type Page = { count: number; results: Overview[] };

const listStatement = statement('organizations', {
  own: 'uuid?',
  active: 'boolean?',
  demos: 'boolean',
  search: 'text',
  storageLimit: 'bigint',
  limit: 'int',
  offset: 'int',
})<Page>(
  `with found as (
    select o.* from organizations o
    where ($own is null or o.id = $own) and ($active is null or o.is_active = $active)
      and ($demos or not o.is_demo or o.id = $own)
      and position(lower($search) in lower(o.name)) > 0
  ), page as (select * from found order by lower(name), id limit $limit offset $offset)
  select (select count(*)::int from found) as count, coalesce((select json_agg(json_build_object(
    'id', o.id, 'name', o.name, 'is_active', o.is_active, 'white_label_enabled', o.white_label_enabled,
    'gyms_count', (select count(*) from gyms g where g.organization_id = o.id and g.is_active),
    'members_count', (select count(*) from users u where u.organization_id = o.id and u.is_active),
    'sessions_last_30_days', (select count(*) from sessions s where s.organization_id = o.id and s.status = 'active'
      and s.starts_at between now() - interval '30 days' and now()),
    'storage_bytes', (select coalesce(sum(bytes), 0) from files f where f.organization_id = o.id),
    'storage_limit_bytes', $storageLimit * o.storage_times,
    'stranger_mails', case when $own is null then json_build_object('is_lifted', o.mail_limit_lifted,
      'most', ${strangerMailsSql}, 'used', coalesce((select r.used from rate_limits r
        where r.bucket = 'stranger_mails:' || o.id and r.resets_at > now()), 0)) end,
    'is_demo', o.is_demo, 'created_at', ${instantSql('o.created_at')}
  ) order by lower(o.name), o.id) from page o), '[]') as results`,
);

type Wanted = {
  /** Null stands for every organization. */
  own: string | null;
  active: boolean | null;
  demos: boolean;
  search: string;
  limit: number;
  offset: number;
};

export async function readOrganizations(db: Db, wanted: Wanted): Promise<Page> {
  const [page] = await run(db, listStatement, { ...wanted, storageLimit: storageLimits.organization });
  return page!;
}

export async function readOrganizationName(tx: Db, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

/** Says whether there is such an organization; without changes too. */
export async function changeOrganization(
  tx: Db,
  id: string,
  changes: Updateable<DB['organizations']>,
): Promise<boolean> {
  const known = await tx
    .updateTable('organizations')
    .set({ id, ...changes })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return known !== undefined;
}

export async function readMemberIds(tx: Db, organizationId: string): Promise<string[]> {
  const people = await tx.selectFrom('users').select('id').where('organization_id', '=', organizationId).execute();
  return people.map(({ id }) => id);
}

/** Returns its name; undefined if there is none. */
export async function removeOrganization(tx: Db, id: string): Promise<string | undefined> {
  const gone = await tx.deleteFrom('organizations').where('id', '=', id).returning('name').executeTakeFirst();
  return gone?.name;
}

/** Deletes the rows of a removed organization that foreign keys don't reach, and returns the keys of its files. */
export async function removeLeftovers(tx: Db, organizationId: string): Promise<string[]> {
  await tx.deleteFrom('event_scopes').where('scope_id', '=', organizationId).execute();
  await tx.deleteFrom('live_events').where('scope_id', '=', organizationId).execute();
  await tx.deleteFrom('analytics_changes').where('organization_id', '=', organizationId).execute();
  await tx.deleteFrom('training_changes').where('organization_id', '=', organizationId).execute();
  await tx.deleteFrom('mails').where('organization_id', '=', organizationId).execute();
  const files = await tx.deleteFrom('files').where('organization_id', '=', organizationId).returning('key').execute();
  return files.map(({ key }) => key);
}

export type NewOrganization = {
  id: string;
  name: string;
  white_label_enabled?: boolean;
  business_type?: string;
  country?: string;
  business_phone?: string;
  business_email?: string;
  business_website?: string | null;
  estimated_members?: string;
  /** Its owner has just agreed to the terms. */
  has_agreed?: boolean;
  /** From now on. */
  trial_days?: number;
};

const insertStatement = statement('insert-organization', {
  id: 'uuid',
  name: 'text',
  whiteLabel: 'boolean',
  businessType: 'text',
  country: 'text?',
  phone: 'text?',
  email: 'text?',
  website: 'text?',
  members: 'text?',
  hasAgreed: 'boolean',
  trialDays: 'int?',
})(
  `insert into organizations (id, name, white_label_enabled, business_type, country, business_phone, business_email,
    business_website, estimated_members, terms_agreed_at, trial_ends_at)
  values ($id, $name, $whiteLabel, $businessType, $country, $phone, $email, $website, $members,
    case when $hasAgreed then now() end, now() + make_interval(days => $trialDays))`,
);

export async function insertOrganization(tx: Db, organization: NewOrganization): Promise<void> {
  const { id, name } = organization;
  await run(tx, insertStatement, {
    id,
    name,
    whiteLabel: organization.white_label_enabled ?? true,
    businessType: organization.business_type ?? 'single',
    country: organization.country ?? null,
    phone: organization.business_phone ?? null,
    email: organization.business_email ?? null,
    website: organization.business_website ?? null,
    members: organization.estimated_members ?? null,
    hasAgreed: organization.has_agreed ?? false,
    trialDays: organization.trial_days ?? null,
  });
}

/** An empty theme looks like the default one. */
export async function insertTheme(tx: Db, organizationId: string, theme: object): Promise<void> {
  await tx
    .insertInto('organization_themes')
    .values({ organization_id: organizationId, config: JSON.stringify(theme) })
    .execute();
}
