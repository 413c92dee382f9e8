import type { Updateable } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';

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

/** Its members, and the super admins who are or were inside. */
export async function readPeopleInside(tx: Db, organizationId: string): Promise<string[]> {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .union(tx.selectFrom('logins').select('user_id as id').where('emulated_organization_id', '=', organizationId))
    .execute();
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
