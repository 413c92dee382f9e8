import type { Person } from '@spotter/contract/users/users.ts';
import { isSetUp, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement, variants } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { type Filter, filtered, filterValues, isManaged, searchedWords, valuesOf } from '../accounts.read.ts';

export type Chosen = {
  user: Person;
  role: string;
  is_active: boolean;
  is_set_up: boolean;
  was_mailed: boolean;
  gym_ids: string[];
};

/** Whoever registers a gym can add any address, so nobody's mailbox gets setup codes faster than this. */
export const MINUTES_BETWEEN_CODES = 10;
/** SQL for whether the last setup code went out within that time. Alias: u the user. */
const wasMailed = `coalesce(u.setup_code_expires_at > now() + interval '${SETUP_CODE_DAYS} days - ${MINUTES_BETWEEN_CODES} minutes', false)`;

/** Users by a filter, or of these ids; from the one after `after` on. */
export type Choice = { filter: Filter; ids: string[] | null; after: string | null; limit: number };

const choiceValues = { ...scopeValues, ...filterValues, ids: 'uuid[]?', after: 'uuid?', limit: 'int' } as const;

const nil = '00000000-0000-0000-0000-000000000000';
const nextIds = ({ from, where, byId }: { from: string; where: string; byId: boolean }) => `select u.id from ${from}
  where ${where} and ${byId ? 'u.id = any($ids)' : 'true'} and u.id > coalesce($after, '${nil}') order by u.id limit $limit`;

const chosenVariant = variants(choiceValues)<Chosen>();

/** The next chosen users in the order of their ids, locked until the commit. Changes don't move the others. */
function chosenStatement(filter: Filter, words: readonly string[], byId: boolean, scope: AdminScope) {
  const { key, ctes, from, where } = filtered(filter, words, scope);
  return chosenVariant(
    `chosen-accounts:${byId}:${key}`,
    () => `with ${[...ctes, `chosen as (${nextIds({ from, where, byId })})`]}
    select ${personJsonSql('u')} as user, u.role, u.is_active, ${isSetUp} as is_set_up, ${wasMailed} as was_mailed,
      u.gym_ids::text[] as gym_ids
    from users u where u.organization_id = $organizationId and u.id in (select id from chosen)
    order by u.id for no key update of u`,
  );
}

/** In the order of their ids, locked until the commit. */
export function lockChosen(tx: Db, scope: AdminScope, { filter, ids, ...part }: Choice): Promise<Chosen[]> {
  const words = searchedWords(filter);
  const asked = chosenStatement(filter, words, ids !== null, scope);
  return run(tx, asked, { ...scope, ...valuesOf(filter, words), ids, ...part });
}

const unmanagedStatement = statement('unmanaged-accounts', { ...scopeValues, ids: 'uuid[]', after: 'uuid?' })<object>(
  `select from unnest($ids) as chosen (id) where ($after is null or chosen.id > $after)
    and not exists (select from users u where ${isManaged} and u.id = chosen.id) limit 1`,
);

/** Whether the caller manages all users with these ids after `after`. */
export async function managesAll(
  read: Read,
  scope: AdminScope,
  { ids, after }: { ids: readonly string[]; after: string | null },
): Promise<boolean> {
  return (await read(unmanagedStatement, { ...scope, ids, after })).length === 0;
}

export async function readGymName(tx: Db, organizationId: string, id: string): Promise<string> {
  const { name } = await tx
    .selectFrom('gyms')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

const activeStatement = statement('switch-accounts', { organizationId: 'uuid', ids: 'uuid[]', isActive: 'boolean' })(
  'update users set is_active = $isActive where organization_id = $organizationId and id = any($ids)',
);

export async function setActive(tx: Db, organizationId: string, ids: readonly string[], isActive: boolean) {
  await run(tx, activeStatement, { organizationId, ids, isActive });
}

type GymOfMany = { organizationId: string; gymId: string; ids: readonly string[] };

// A member's first location doesn't make them a new member: they count from the day they joined.
const giveStatement = statement('give-gym-to-accounts', { organizationId: 'uuid', gymId: 'uuid', ids: 'uuid[]' })(
  `insert into user_gyms (organization_id, user_id, gym_id, created_at)
  select $organizationId, u.id, $gymId, case when cardinality(u.gym_ids) = 0 then u.created_at else now() end
  from users u where u.organization_id = $organizationId and u.id = any($ids)
  on conflict do nothing`,
);

export async function giveGymToMany(tx: Db, values: GymOfMany): Promise<void> {
  await run(tx, giveStatement, values);
}

const takeStatement = statement('take-gym-from-accounts', { organizationId: 'uuid', gymId: 'uuid', ids: 'uuid[]' })(
  'delete from user_gyms where organization_id = $organizationId and gym_id = $gymId and user_id = any($ids)',
);

export async function takeGymFromMany(tx: Db, values: GymOfMany): Promise<void> {
  await run(tx, takeStatement, values);
}

/** A line of the export. */
type Line = { id: string; person: (string | null)[]; role: string; more: (string | null)[] };

const yesOrNo = (column: string) => `case when ${column} then 'Yes' else 'No' end`;
/** By the clock of the member's gym, as an import reads it. */
const dayOf = (column: string) => `to_char(${column} at time zone coalesce((select g.timezone from gyms g
  where g.organization_id = u.organization_id and g.id = u.default_gym_id), 'UTC'), 'YYYY-MM-DD')`;

const linesVariant = variants(choiceValues)<Line>();

function linesStatement(filter: Filter, words: readonly string[], byId: boolean, scope: AdminScope) {
  const { key, ctes, from, where } = filtered(filter, words, scope);
  return linesVariant(
    `account-lines:${byId}:${key}`,
    () => `with ${[...ctes, `chosen as (${nextIds({ from, where, byId })})`]} select u.id, json_build_array(u.first_name, u.last_name, u.email, u.phone)
        as person, u.role, json_build_array((select string_agg(g.name, ', ' order by g.name_order) from user_gyms ug join gyms g
          on g.organization_id = ug.organization_id and g.id = ug.gym_id
          where ug.organization_id = $organizationId and ug.user_id = u.id),
        ${yesOrNo('u.is_active')}, ${yesOrNo('u.email_verified')}, ${dayOf('u.created_at')}, ${dayOf('u.last_seen_at')})
        as more
      from users u where u.organization_id = $organizationId and u.id in (select id from chosen) order by u.id`,
  );
}

/** In the order of their ids. */
export function readLines(read: Read, scope: AdminScope, { filter, ids, ...part }: Choice): Promise<Line[]> {
  const words = searchedWords(filter);
  const asked = linesStatement(filter, words, ids !== null, scope);
  return read(asked, { ...scope, ...valuesOf(filter, words), ids, ...part });
}
