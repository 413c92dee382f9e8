import type { Person } from '@spotter/contract/users/users.ts';
import { personJsonSql } from '#features/users/index.ts';
import { targetNameSql } from '#platform/audit.ts';
import type { AuditEdit } from '#platform/audit-edits.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { statement, variants } from '#platform/db/statement.ts';

export type AuditFilters = {
  organizationId: string;
  userId: string;
  actorId: string | null;
  emulating: boolean | null;
  actions: string[] | null;
  from: string | null;
  until: string | null;
};

export type AuditRow = {
  id: string;
  actor: Person | null;
  emulating: boolean;
  action: string;
  target_type: string;
  target_id: string | null;
  target: string | null;
  data: Record<string, unknown>;
  edits: AuditEdit[];
  created_at: string;
};

/** An entry of a file, which names people and shows no more of them. */
export type AuditLine = Pick<AuditRow, 'id' | 'emulating' | 'action' | 'target' | 'data' | 'edits' | 'created_at'> & {
  actor: Pick<Person, 'first_name' | 'last_name'> | null;
};

/** What staff noted or decided about the reader, who learns of neither. */
export const isKeptFromReader = (row: string) =>
  `(${row}.target_id is not distinct from $userId and split_part(${row}.action, '.', 1) in ('report', 'staff_note'))`;

// Found once, so that the log itself is still counted in its index alone.
const keptSql = `array(select r.id from audit_log r where r.organization_id = $organizationId and r.target_id = $userId
  and ${isKeptFromReader('r')})`;

/** Entering is noted before the super admin is inside. */
const isSupportSql = `(a.emulating or a.action = 'startEmulation')`;

/** Noted for each write of Spotter support. */
const isCall = `a.target_type = 'request'`;
/** Such a call is left out when the same transaction says more about it. */
const isSaidBetterSql = `exists (select from audit_log b
  where b.organization_id = $organizationId and b.created_at = a.created_at and b.request_id = a.request_id
    and b.emulating and b.target_type <> 'request')`;

const filterValues = {
  organizationId: 'uuid',
  userId: 'uuid',
  actorId: 'uuid?',
  emulating: 'boolean?',
  actions: 'text[]?',
  from: 'timestamptz?',
  until: 'timestamptz?',
  before: 'uuid?',
  limit: 'int',
} as const;

/** The condition of each filter that is set. */
const conditions: Record<Exclude<keyof AuditFilters, 'organizationId' | 'userId'>, string> = {
  actorId: 'a.actor_id = $actorId',
  emulating: `${isSupportSql} = $emulating`,
  actions: 'a.action = any($actions)',
  from: 'a.created_at >= $from',
  until: 'a.created_at < $until',
};
const isBefore = `(a.created_at, a.id) < (select b.created_at, b.id from audit_log b
  where b.organization_id = $organizationId and b.id = $before)`;
const newestFirst = 'a.created_at desc, a.id desc';

/**
 * The parts of a statement about some entries of the log. What they are found, counted and ordered by is in one index; only
 * the entries of a page are read.
 */
function partsOf({ before, ...filters }: AuditFilters & { before: string | null }) {
  const set = Object.entries(conditions).filter(([name]) => filters[name as keyof typeof conditions] !== null);
  const where = ['a.organization_id = $organizationId', ...set.map(([, condition]) => condition)].join(' and ');
  const isShown = `a.id <> all(${keptSql})`;
  return {
    key: `${set.map(([name]) => name)}:${before !== null}`,
    page: `page as (select a.id from audit_log a where ${where} and ${isShown} and not (${isCall} and ${isSaidBetterSql})
      ${before ? `and ${isBefore}` : ''} order by ${newestFirst} limit $limit`,
    /** Nearly all entries are counted by themselves, in an index that is small; then the few kept ones are taken off. */
    count: `(select count(*) from audit_log a where ${where} and not ${isCall})
      - (select count(*) from audit_log a where ${where} and not ${isCall} and a.id = any(${keptSql}))
      + (select count(*) from audit_log a where ${where} and ${isCall} and ${isShown} and not ${isSaidBetterSql})`,
  };
}

/** The entries of the page with their actor as the given JSON; alias: u the actor. */
const rowsJson = (actor: string) => `coalesce((select json_agg(json_build_object('id', a.id,
    'actor', (select ${actor} from users u where u.organization_id = $organizationId and u.id = a.actor_id),
    'emulating', ${isSupportSql}, 'action', a.action, 'target_type', a.target_type, 'target_id', a.target_id,
    'target', ${targetNameSql}, 'data', a.data, 'edits', coalesce(a.edits, '[]'), 'created_at', ${instantSql('a.created_at')}
  ) order by ${newestFirst}) from page join audit_log a on a.organization_id = $organizationId and a.id = page.id), '[]') as results`;
const namesJson = `json_build_object('first_name', u.first_name, 'last_name', u.last_name)`;

const listVariant = variants({ ...filterValues, offset: 'int' })<{ count: number; results: AuditRow[] }>();

// Counts nothing: a file is read in many parts, and each would go through the whole log.
const partVariant = variants(filterValues)<{ results: AuditLine[] }>();

/** The next entries of a file. */
export async function readAuditPart(
  read: Read,
  values: AuditFilters & { before: string | null; limit: number },
): Promise<AuditLine[]> {
  const { key, page } = partsOf(values);
  const asked = partVariant(`audit-log-part:${key}`, () => `with ${page}) select ${rowsJson(namesJson)}`);
  const [part] = await read(asked, values);
  return part!.results;
}

export async function readAuditLog(
  read: Read,
  values: AuditFilters & { before: string | null; limit: number; offset: number },
) {
  const { key, page, count } = partsOf(values);
  const asked = listVariant(
    `audit-log:${key}`,
    () => `with ${page} offset $offset) select (${count})::int as count, ${rowsJson(personJsonSql('u'))}`,
  );
  const [list] = await read(asked, values);
  return list!;
}

// Steps from one actor to the next in the index, however long the log is.
const actorsStatement = statement('audit-actors', { organizationId: 'uuid' })<{ results: Person[] }>(
  `with recursive actor (id) as (
    (select a.actor_id from audit_log a where a.organization_id = $organizationId and a.actor_id is not null
      order by a.actor_id limit 1)
    union all
    select (select a.actor_id from audit_log a where a.organization_id = $organizationId and a.actor_id > actor.id
      order by a.actor_id limit 1) from actor where actor.id is not null
  )
  select coalesce(json_agg(${personJsonSql('u')} order by lower(u.first_name), lower(u.last_name), u.id), '[]') as results
  from actor join users u on u.organization_id = $organizationId and u.id = actor.id`,
);

export async function readAuditActors(read: Read, organizationId: string): Promise<Person[]> {
  const [found] = await read(actorsStatement, { organizationId });
  return found!.results;
}
