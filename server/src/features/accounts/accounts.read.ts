import type { Returns } from '@spotter/contract/api/endpoint.ts';
import { adminRoles } from '@spotter/contract/roles.ts';
import type { getAdminUser, getDeletionEffects, listUsers } from '@spotter/contract/users/accounts.ts';
import { nameMatchSql, nameRankSql, typedCte, wordsOf } from '#features/friends/index.ts';
import { isAheadSql } from '#features/sessions/index.ts';
import { isSetUp } from '#features/users/index.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement, variants } from '#platform/db/statement.ts';
import { type AdminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { canUseGym, managesGym } from '#platform/logins/gym-access.ts';
import { versionOf } from '#platform/versions.ts';

export type AdminUser = Returns<typeof getAdminUser>;
/** As the database reads it. */
type Account = Omit<AdminUser, 'version'>;

/** An ordinary member. Alias: u the user. */
const isMember = `u.role not in (${adminRoles.map((role) => `'${role}'`).join(', ')})`;

/**
 * An ordinary member of one of the gyms. Nearly every gym admin manages a single one, which is compared faster than a
 * list. Alias: u the user.
 */
const isOfGyms = `($gymIds[1] = any(u.gym_ids) or cardinality($gymIds) > 1 and u.gym_ids && $gymIds) and ${isMember}`;

/** Whom the caller manages: everyone in the organization, or the ordinary members of some gyms. Alias: u the user. */
export const isManaged = `(u.organization_id = $organizationId and ($gymIds is null or ${isOfGyms}))`;

const gymsSql = (has: string, one: string) => `(select coalesce(json_agg(${one} order by g.name_order, g.id), '[]')
  from gyms g where g.organization_id = u.organization_id and g.is_active and ${has})`;
const gymJson = `json_build_object('id', g.id, 'name', g.name)`;

/** To the day: staff see who stays away, not who has the app open now. */
const lastSeenSql = instantSql("date_trunc('day', u.last_seen_at, 'UTC')");

const accountJson = `json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
  'avatar_url', '/files/' || u.avatar_key, 'avatar_color', u.avatar_color, 'fitness_level', u.fitness_level,
  'email', u.email, 'email_verified', u.email_verified, 'role', u.role, 'phone', u.phone, 'is_active', u.is_active,
  'onboarding_completed', u.onboarding_completed, 'is_set_up', ${isSetUp},
  'default_gym', (select ${gymJson} from gyms g where g.organization_id = u.organization_id and g.id = u.default_gym_id),
  'gyms', ${gymsSql(canUseGym('u', 'g.id'), gymJson)},
  'managed_gym_ids', ${gymsSql(managesGym('u', 'g.id'), 'g.id')},
  'sessions_last_30_days', (select count(*)::int from session_participants p
    join sessions s on s.organization_id = p.organization_id and s.id = p.session_id
    where p.organization_id = u.organization_id and p.user_id = u.id and s.status = 'active'
      and s.starts_at between now() - interval '30 days' and now() and p.attended is not false),
  'last_seen_at', ${lastSeenSql}, 'can_manage', true, 'created_at', ${instantSql('u.created_at')})`;

/** What two admins may change at the same time. */
function withVersion(account: Account): AdminUser {
  const { first_name, last_name, email, phone, fitness_level, is_active, role, gyms, managed_gym_ids, default_gym } =
    account;
  const editable = [
    first_name,
    last_name,
    email,
    phone,
    fitness_level,
    is_active,
    role,
    managed_gym_ids,
    default_gym?.id,
  ];
  return { ...account, version: versionOf([...editable, gyms.map(({ id }) => id)]) };
}

/** The filters of a list; absent ones are null. */
export type Filter = {
  search: string | null;
  role: string | null;
  gymId: string | null;
  isActive: boolean | null;
  onboardingCompleted: boolean | null;
  isSetUp: boolean | null;
  joinedSince: string | null;
};

export const filterValues = {
  role: 'text?',
  gymId: 'uuid?',
  isActive: 'boolean?',
  onboardingCompleted: 'boolean?',
  isSetUp: 'boolean?',
  joinedSince: 'timestamptz?',
  words: 'text[]?',
} as const;

/** The condition of each filter that is set; a statement has no others, so that PostgreSQL plans for these alone. */
const conditions: Record<Exclude<keyof Filter, 'search'>, string> = {
  role: `case when $role = 'member' then ${isMember} else u.role = $role end`,
  gymId: '$gymId = any(u.gym_ids)',
  isActive: 'u.is_active = $isActive',
  onboardingCompleted: 'u.onboarding_completed = $onboardingCompleted',
  isSetUp: `${isSetUp} = $isSetUp`,
  joinedSince: 'u.created_at >= $joinedSince',
};

/**
 * The typed words as they are in emails, and as the digits of a phone number with a pattern that spares most numbers. A
 * letter alone is in nearly every email and is looked for in none.
 */
const contactCte = (words: readonly string[]) => `contact as materialized (
  select ${words.map(
    (_, index) => `mail_${index + 1}, letters_of(mail_${index + 1}) as mail_letters_${index + 1}, digits_${index + 1},
    '%' || regexp_replace(digits_${index + 1}, '(.)', '\\1%', 'g') as spread_${index + 1}`,
  )}
  from (select ${words.map(
    (
      _,
      index,
    ) => `case when ${words.length} > 1 or length($words[${index + 1}]) > 1 then lower($words[${index + 1}]) end as mail_${index + 1},
      case when $words[${index + 1}] ~ '^[+]?[0-9()]{3,}$'
      then nullif(regexp_replace($words[${index + 1}], '[^0-9]', '', 'g'), '') end as digits_${index + 1}`,
  )}) given)`;

/** A word of an email as it is written, or a part of a phone number. */
const inContact = (
  word: number,
) => `((mail_letters_${word} & u.email_lacks) = 0 and position(mail_${word} in u.email) > 0
  or digits_${word} is not null and u.phone like spread_${word}
    and position(digits_${word} in regexp_replace(u.phone, '[^0-9]', '', 'g')) > 0)`;

/** The parts of a statement about the users that a filter finds. Alias: u the user, a row of `tenant_users`. */
export function filtered(filter: Filter, words: readonly string[], { gymIds }: AdminScope) {
  const set = Object.entries(conditions).filter(([name]) => filter[name as keyof Filter] !== null);
  const isSearched = words.length > 0;
  return {
    /** Tells statements with different filters apart. */
    key: `${gymIds !== null}:${set.map(([name]) => name)}:${words.length}`,
    ctes: isSearched ? [typedCte(words.length), contactCte(words)] : [],
    from: `tenant_users u${isSearched ? ' cross join typed cross join contact' : ''}`,
    where: [
      'u.organization_id = $organizationId',
      ...(gymIds ? [isOfGyms] : []),
      ...set.map(([, condition]) => condition),
      ...(isSearched ? [nameMatchSql(words.length, inContact)] : []),
    ].join(' and '),
    rank: isSearched ? nameRankSql(words.length, 'u.search_name', '3') : null,
  };
}

export const valuesOf = (filter: Filter, words: readonly string[]) => ({
  ...filter,
  words: words.length > 0 ? words : null,
});

export const searchedWords = ({ search }: Filter) => wordsOf(search ?? '');

type Order = 'name' | 'newest' | 'last_seen';
const orders: Record<Order, { column: string; by: (row: string) => string }> = {
  name: { column: 'search_name', by: (row) => `${row}.search_name, ${row}.id` },
  newest: { column: 'created_at', by: (row) => `${row}.created_at desc, ${row}.id desc` },
  last_seen: { column: 'last_seen_at', by: (row) => `${row}.last_seen_at desc nulls last, ${row}.id` },
};

const listVariant = variants({ ...scopeValues, ...filterValues, limit: 'int', offset: 'int' })<{
  count: number;
  results: Account[];
}>();

/** From here on, finding a page takes as long as counting. */
const DEEP = 1_000;

/**
 * The page and its count come from the index in the wanted order, which has all that the filters need. Users who are
 * searched are found once, and both come from these. So are the few of a gym for a deep page.
 */
function listStatement(
  filter: Filter,
  words: readonly string[],
  order: Order,
  { offset, ...scope }: AdminScope & { offset: number },
) {
  const { key, ctes, from, where, rank } = filtered(filter, words, scope);
  const { column, by } = orders[order];
  const isRanked = rank !== null && order === 'name';
  const inOrder = (row: string) => (isRanked ? `${row}.rank, ${by(row)}` : by(row));
  const isCountedWithPage = rank === null && offset >= DEEP && (filter.gymId ?? scope.gymIds) !== null;
  const count = '(select count(*)::int from found)';
  const found = `select u.id, u.${column}${isRanked ? `, ${rank} as rank` : ''} from ${from} where ${where}`;
  return listVariant(
    `accounts:${order}:${isCountedWithPage}:${key}`,
    () => `with ${[...ctes, `found as ${rank === null ? 'not materialized' : 'materialized'} (${found})`]},
    page as (select f.*${isCountedWithPage ? ', count(*) over ()::int as total' : ''} from found f order by ${inOrder('f')} limit $limit offset $offset)
    select ${isCountedWithPage ? `coalesce((select max(total) from page), ${count})` : count} as count,
      coalesce((select json_agg(${accountJson} order by ${inOrder('page')})
        from page join users u on u.organization_id = $organizationId and u.id = page.id), '[]') as results`,
  );
}

export async function readAccounts(
  read: Read,
  { filter, order, ...values }: AdminScope & { filter: Filter; order: Order; limit: number; offset: number },
): Promise<Pick<Returns<typeof listUsers>, 'count' | 'results'>> {
  const words = searchedWords(filter);
  const asked = listStatement(filter, words, order, values);
  const [found] = await read(asked, { ...values, ...valuesOf(filter, words) });
  return { count: found!.count, results: found!.results.map(withVersion) };
}

const accountStatement = statement('account', { ...scopeValues, id: 'uuid' })<{ account: Account }>(
  `select ${accountJson} as account from users u where ${isManaged} and u.id = $id`,
);

/** Undefined unless the caller manages this user. */
export async function readAccount(read: Read, values: AdminScope & { id: string }): Promise<AdminUser | undefined> {
  const [row] = await read(accountStatement, values);
  return row && withVersion(row.account);
}

const staffNameStatement = statement('staff-name', { organizationId: 'uuid', id: 'uuid' })<{ name: string }>(
  `select trim(first_name || ' ' || last_name) as name from users where organization_id = $organizationId and id = $id`,
);

/** The name under which an admin acts. */
export async function readStaffName(read: Read, values: { organizationId: string; id: string }): Promise<string> {
  const [row] = await read(staffNameStatement, values);
  return row!.name;
}

const effectsStatement = statement('deletion-effects', { ...scopeValues, id: 'uuid' })<{
  effects: Returns<typeof getDeletionEffects>;
}>(
  `with ahead as (select s.id, s.creator_id = $id as hosts, exists (select from session_participants o
        where o.organization_id = s.organization_id and o.session_id = s.id and o.user_id <> $id) as has_others
      from sessions s where s.organization_id = $organizationId and s.status = 'active' and s.ends_at > now()
        and (s.creator_id = $id or exists (select from session_participants p
          where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = $id)))
  select json_build_object(
    'hosted_sessions', (select count(*)::int from ahead where hosts and has_others),
    'ending_sessions', (select count(*)::int from ahead where not has_others),
    'spots', (select count(*)::int from ahead where not hosts and has_others),
    'waitlists', (select count(*)::int from session_waitlist w join sessions s
      on s.organization_id = w.organization_id and s.id = w.session_id
      where w.organization_id = $organizationId and w.user_id = $id and w.status in ('waiting', 'offered')
        and ${isAheadSql}),
    'groups', (select count(*)::int from conversation_members m join conversations c
      on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = $organizationId and m.user_id = $id and c.kind = 'group'),
    'friends', (select count(*)::int from friendships f
      where f.organization_id = $organizationId and (f.user_low_id = $id or f.user_high_id = $id)),
    'messages', (select count(*)::int from messages m
        where m.organization_id = $organizationId and m.sender_id = $id and m.kind <> 'system')
      + (select count(*)::int from session_messages m where m.organization_id = $organizationId and m.sender_id = $id)
  ) as effects from users u where ${isManaged} and u.id = $id`,
);

/** Undefined unless the caller manages this user. */
export async function readDeletionEffects(read: Read, values: AdminScope & { id: string }) {
  const [row] = await read(effectsStatement, values);
  return row?.effects;
}
