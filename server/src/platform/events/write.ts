import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { noticeAfterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/connect.ts';
import { send, variants } from '#platform/db/statement.ts';

/** The channel on which a commit announces new events of a scope. */
export const LIVE_CHANNEL = 'live';

/** The events that can be sent: all of the contract's except the stream's own and those that are never stored. */
export type StoredEvent = Exclude<LiveEvent, { type: 'ready' | 'reset' | 'expired' | 'typing' | 'presence' }>;

/** Named users, everyone in the scope, or everyone who can use a gym except a few. */
export type Audience = readonly string[] | 'everyone' | { gymId: string; except: readonly string[] };

type AddressedEvent = StoredEvent & { to: Audience };

/** News that PostgreSQL completes as it writes it: a notification, or an event for an audience it finds. */
type CompletedNews = {
  part: NewsPart;
  /** With the columns of the part. */
  rows: readonly object[];
  /** One statement writes a key once; news with a key that is taken goes into the next statement. */
  keys?: readonly string[];
};

/** One piece of news for a scope: the organization, or a user without one. */
export type News = { scope: string } & (AddressedEvent | CompletedNews);

/** A part of the statement that writes a scope's news; see `newsPart`. */
export type NewsPart = { name: string; ctes: string; effects?: string };

/**
 * Makes a part for news of one kind: CTEs that read its rows, which have a `place` and these columns, and end with
 * `heard_<name>`, the events. The scope is $organizationId. `effects` names a CTE whose functions have effects.
 */
export const newsPart = (
  name: string,
  columns: string,
  ctes: (rows: string) => string,
  effects?: string,
): NewsPart => ({
  name,
  ctes: ctes(`jsonb_to_recordset($told -> '${name}') as told (place int, ${columns})`),
  ...(effects && { effects }),
});

const events = newsPart(
  'events',
  'type text, data jsonb, user_ids uuid[], gym_id uuid, except_ids uuid[]',
  (rows) => `heard_events as (select * from ${rows})`,
);

/** SQL for a CTE that writes a scope's events in the order of their places. */
export const writtenEvents = (heard: string) => `written_events as (
    insert into live_events (scope_id, type, data, user_ids, gym_id, except_ids)
    select $organizationId, type, data, user_ids, gym_id, except_ids from (${heard}) heard order by place
  )`;

/** The last columns of a statement that writes events. */
export const liveNotice = noticeAfterCommit(`'${LIVE_CHANNEL}'`, '$organizationId');

const tellVariant = variants({ organizationId: 'uuid', told: 'jsonb' })();

const tellStatement = (parts: readonly NewsPart[]) =>
  tellVariant(`tell:${parts.map(({ name }) => name).join('+')}`, () => {
    const heard = parts.map(({ name }) => `select place, type, data, user_ids, gym_id, except_ids from heard_${name}`);
    const effects = parts.flatMap(({ effects }) => (effects ? [`(select count(*) from ${effects}),`] : []));
    return `with ${parts.map(({ ctes }) => ctes)}, ${writtenEvents(heard.join(' union all '))}
      select ${effects.join(' ')} ${liveNotice}`;
  });

/**
 * Sends the statement that writes each scope's news in order, without a lock that other writers wait for. Events get
 * their numbers after the commit (`number.ts`). If a statement fails, the commit fails with its error.
 */
export function writeNews(tx: Db, news: readonly News[]): void {
  for (const [scope, told] of Map.groupBy(news, (one) => one.scope))
    for (const batch of batchesOf(told)) writeBatch(tx, scope, batch);
}

/** Splits news where a row would be written twice: where a notification folds into one just told. */
function batchesOf(news: readonly News[]): News[][] {
  const batches: News[][] = [[]];
  const taken = new Set<string>();
  for (const one of news) {
    const keys = 'part' in one ? (one.keys ?? []) : [];
    if (keys.some((key) => taken.has(key))) {
      batches.push([]);
      taken.clear();
    }
    for (const key of keys) taken.add(key);
    batches.at(-1)!.push(one);
  }
  return batches;
}

function writeBatch(tx: Db, scope: string, news: readonly News[]): void {
  const told = new Map<NewsPart, object[]>();
  for (const [place, one] of news.entries()) {
    const { part, rows } = 'part' in one ? one : { part: events, rows: rowsOf(one) };
    if (rows.length > 0) told.set(part, [...(told.get(part) ?? []), ...rows.map((row) => ({ place, ...row }))]);
  }
  if (told.size === 0) return;
  const parts = [...told.keys()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const json = JSON.stringify(Object.fromEntries(parts.map((part) => [part.name, told.get(part)])));
  send(tx, tellStatement(parts), { organizationId: scope, told: json });
}

function rowsOf({ type, data, to }: AddressedEvent) {
  if (to === 'everyone') return [{ type, data, except_ids: [] }];
  if ('gymId' in to) return [{ type, data, gym_id: to.gymId, except_ids: [...new Set(to.except)] }];
  return to.length > 0 ? [{ type, data, user_ids: [...new Set(to)], except_ids: [] }] : [];
}
