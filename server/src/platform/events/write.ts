import type { LiveEvent } from '@spotter/contract/events/live-events.ts';
import { noticeAfterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Names, run, statement, type ValuesOf } from '#platform/db/statement.ts';

/** The channel on which a commit announces new events of a scope. */
export const LIVE_CHANNEL = 'live';

/** The events that can be sent: all of the contract's except the stream's own and those that are never stored. */
export type StoredEvent = Exclude<LiveEvent, { type: 'ready' | 'reset' | 'expired' | 'typing' | 'presence' }>;

/** Named users, everyone in the scope, or everyone who can use a gym except a few. */
export type Audience = readonly string[] | 'everyone' | { gymId: string; except: readonly string[] };

export type AddressedEvent = StoredEvent & { to: Audience };

/**
 * Writes the events of a scope in order, without a lock that other writers wait for. They get their numbers after the
 * commit (`number.ts`).
 */
export function writeEvents(tx: Db, scope: string, events: readonly AddressedEvent[]): Promise<void> {
  const heard = heardEvents(events);
  if (heard.length === 0) return Promise.resolve();
  return run(tx, insertEvents, { scope, events: JSON.stringify(heard), channel: LIVE_CHANNEL }).then(() => {});
}

/**
 * Events in the form that `writtenEvents` takes, without those that have no recipient; their positions start at `first`.
 */
export const heardEvents = (events: readonly AddressedEvent[], first = 1) =>
  events
    .map(({ type, data, to }, index) => ({ place: first + index, type, data, ...audienceOf(to) }))
    .filter(({ user_ids }) => user_ids?.length !== 0);

/** SQL for the rows of `heardEvents`. */
export const eventRows = (events: string) => `jsonb_to_recordset(${events})
  as heard (place int, type text, data jsonb, user_ids uuid[], gym_id uuid, except_ids uuid[])`;

/** SQL for a CTE that writes a scope's events: `told` is a CTE with the columns of `eventRows`. */
export const writtenEvents = (scope: string, told: string) => `written_events as (
    insert into live_events (scope_id, type, data, user_ids, gym_id, except_ids)
    select ${scope}, told.type, told.data, told.user_ids, told.gym_id, told.except_ids from ${told} told order by told.place
  )`;

const insertEvents = statement('write-events', { scope: 'uuid', events: 'jsonb', channel: 'text' })(`
  with told as (select * from ${eventRows('$events')}), ${writtenEvents('$scope', 'told')}
  select ${noticeAfterCommit('$channel', '$scope')}`);

/** Events of a scope that PostgreSQL finds and writes in one statement, so no round trip lies between. */
export type FoundEvents = {
  /** What is found, for a statement that writes more than these events. */
  found: Found;
  writeFound(tx: Db): Promise<void>;
  /** Finds them now, for news about rows that are deleted before it is written. */
  read(tx: Db): Promise<AddressedEvent[]>;
};

export type Found = {
  name: string;
  ctes: readonly string[];
  /** SQL that returns the columns of `eventRows`. */
  select: string;
  types: Names;
  values: Readonly<Record<string, unknown>>;
};

/** Events found by SQL, which may refer to its `ctes`. The scope is $organizationId. */
export function foundEvents<const N extends Names & { organizationId: 'uuid' }>(
  name: string,
  types: N,
  { ctes = [], select }: { ctes?: readonly string[]; select: string },
): (values: ValuesOf<N>) => FoundEvents {
  const told = [...ctes, `told as (${select})`];
  const writing = statement(
    `write ${name}`,
    types,
  )(`with ${[...told, writtenEvents('$organizationId', 'told')]}
    select ${noticeAfterCommit(`'${LIVE_CHANNEL}'`, '$organizationId')}`);
  const reading = statement(`read ${name}`, types)<EventRow>(`with ${told} select * from told order by place`);
  return (values) => ({
    found: { name, ctes, select, types, values },
    writeFound: (tx) => run(tx, writing, values).then(() => {}),
    read: async (tx) => (await run(tx, reading, values)).map(addressed),
  });
}

type EventRow = StoredEvent & { user_ids: string[] | null; gym_id: string | null; except_ids: string[] };

const addressed = ({ type, data, user_ids, gym_id, except_ids }: EventRow): AddressedEvent =>
  ({ type, data, to: user_ids ?? (gym_id ? { gymId: gym_id, except: except_ids } : 'everyone') }) as AddressedEvent;

function audienceOf(to: Audience) {
  if (to === 'everyone') return { user_ids: null, gym_id: null, except_ids: [] };
  if ('gymId' in to) return { user_ids: null, gym_id: to.gymId, except_ids: [...new Set(to.except)] };
  return { user_ids: [...new Set(to)], gym_id: null, except_ids: [] };
}
