import type { Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

type Organization = { id: string; name: string; is_active: boolean; white_label_enabled: boolean; config: unknown };

const organizationStatement = statement('organization', { id: 'uuid' })<Organization>(
  `select o.id, o.name, o.is_active, o.white_label_enabled, t.config
  from organizations o left join organization_themes t on t.organization_id = o.id where o.id = $id`,
);

/** With its published theme as it is stored. */
export async function readOrganization(db: Db, id: string): Promise<Organization | undefined> {
  const [organization] = await run(db, organizationStatement, { id });
  return organization;
}

/** One change of its themes, images or session types at a time. */
export const lockOrganization = (tx: Db, id: string) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name', 'white_label_enabled'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** A location, or the one a member sees. */
export type ThemeOwner = { userId: string } | { gymId: string };

const themeSql = `select t.config from gyms g
  join saved_themes t on t.organization_id = g.organization_id and t.id = g.theme_id
  where g.organization_id = $organizationId and g.is_active`;

const gymThemeStatement = statement('theme-of-gym', { organizationId: 'uuid', gymId: 'uuid' })<{ config: unknown }>(
  `${themeSql} and g.id = $gymId`,
);

const memberThemeStatement = statement('theme-for-member', { organizationId: 'uuid', userId: 'uuid' })<{
  config: unknown;
}>(`${themeSql} and g.id = (select coalesce(u.current_gym_id, u.default_gym_id) from users u where u.id = $userId)`);

/** The saved theme that a location, or the location a member sees, shows instead of the organization's. */
export async function readThemeAt(db: Db, organizationId: string, place: ThemeOwner) {
  const [theme] = await ('gymId' in place
    ? run(db, gymThemeStatement, { organizationId, gymId: place.gymId })
    : run(db, memberThemeStatement, { organizationId, userId: place.userId }));
  return theme;
}

export async function readOrganizationName(tx: Db, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

/** Without changes too. */
export const changeOrganization = (tx: Db, id: string, changes: Updateable<DB['organizations']>) =>
  tx
    .updateTable('organizations')
    .set({ id, ...changes })
    .where('id', '=', id)
    .execute();

const peopleStatement = statement('people-inside', { organizationId: 'uuid' })<{ id: string }>(
  `select id from users where organization_id = $organizationId
  union select user_id from logins where emulated_organization_id = $organizationId`,
);

/** Its members, and the super admins who are or were inside. */
export async function readPeopleInside(tx: Db, organizationId: string): Promise<string[]> {
  const people = await run(tx, peopleStatement, { organizationId });
  return people.map(({ id }) => id);
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
