import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import type { Logger } from '#platform/log.ts';
import { cursorOf, type EventPosition, eventPositionOf, isPartOf } from './event-position.ts';
import { readMoved } from './number.ts';
import { PASSING_CHANNEL, type PassingEvent, type PassingNotice } from './passing.ts';
import type { PgListener } from './pg-listener.ts';
import { type EventReader, readScope, type SequencedEvent } from './read.ts';
import { LIVE_CHANNEL } from './write.ts';

type Subscriber = EventReader & {
  scope: string;
  /** The cursor of the last event the reader has seen, or null to start with new events. */
  after: number | null;
  /** The reader's position is fixed, and it misses nothing after it: it may fetch its state now. */
  onOpen(cursor: number): void;
  /** The missed events can't be told: the reader must fetch everything again, and has a new position. */
  onReset(cursor: number): void;
  onEvent(event: SequencedEvent): void;
  onPassing(event: PassingEvent): void;
  /** Everything up to the cursor has been delivered, or was not for this reader. */
  onProgress(cursor: number): void;
};

export type LiveHub = {
  subscribe(subscriber: Subscriber): () => void;
  close(): void;
};

/** A reader further behind than this fetches everything again, which is faster than catching up. */
const LONGEST_BACKLOG = 5_000;

type Reader = { subscriber: Subscriber; place: EventPosition | null; opened: boolean };
type Scope = { id: string; readers: Set<Reader>; reading: boolean; again: boolean; head: number | null };

/** How often to check for notifications that were lost with their sending process. */
const LOOK_EVERY_MS = 5_000;

/**
 * Delivers the events of each scope to the connected readers of this process, in order and once each. Every reader has
 * its own position. Each wake-up runs one query from the reader furthest behind, so catching up needs no separate path.
 */
export function createLiveHub({
  db,
  listener,
  log,
  isHeard = () => true,
  lookEveryMs = LOOK_EVERY_MS,
}: {
  db: Db;
  listener: PgListener;
  log: Logger;
  /** Whether notifications arrive; while they don't, the hub looks five times as often. */
  isHeard?(): boolean;
  lookEveryMs?: number;
}): LiveHub {
  const scopes = new Map<string, Scope>();
  let closed = false;

  const stopListening = listener.on(LIVE_CHANNEL, (scopeId) => {
    const scope = scopes.get(scopeId);
    if (scope) void wake(scope);
  });
  const stopPassing = listener.on(PASSING_CHANNEL, (payload) => {
    const { scope, to, event } = JSON.parse(payload) as PassingNotice;
    for (const reader of scopes.get(scope)?.readers ?? [])
      if (reader.opened && to.includes(reader.subscriber.userId))
        tell(reader, () => reader.subscriber.onPassing(event));
  });
  const stopReconnecting = listener.onReconnect(() => {
    for (const scope of scopes.values()) void wake(scope);
  });

  let ticks = 0;
  const looking = setInterval(() => {
    ticks += 1;
    if (ticks % 5 === 0 || !isHeard()) void look();
  }, lookEveryMs / 5).unref();

  /** One query for all scopes: which have advanced without a notification? */
  async function look(): Promise<void> {
    const known = [...scopes.values()].flatMap(({ id, head }) => (head === null ? [] : [{ id, head }]));
    if (known.length === 0) return;
    const moved = await readMoved(readsOf(db), known).catch((err: unknown) => {
      // The next look is in a moment, and reads the same.
      if (!closed) log.warn({ err }, 'the hub could not look for missed live events; trying again');
      return [];
    });
    for (const id of moved) {
      const scope = scopes.get(id);
      if (scope) void wake(scope);
    }
  }

  async function wake(scope: Scope): Promise<void> {
    scope.again = true;
    if (scope.reading) return;
    scope.reading = true;
    for (let pause = 100; scope.again && !closed && scope.readers.size > 0; ) {
      scope.again = false;
      try {
        if (await deliver(scope)) scope.again = true;
        pause = 100;
      } catch (err) {
        log.warn({ err, scope: scope.id }, 'live events could not be read; trying again');
        scope.again = true;
        await sleep(pause);
        pause = Math.min(pause * 2, 2_000);
      }
    }
    scope.reading = false;
  }

  /** One query, delivered to all readers. Returns whether there is more to read at once. */
  async function deliver(scope: Scope): Promise<boolean> {
    // Readers that join during the query wait for the next round.
    const readers = [...scope.readers];
    const positions = readers.flatMap(({ place }) => place?.number ?? []);
    const read = await readScope(db, {
      scope: scope.id,
      after: positions.length > 0 ? Math.min(...positions) : null,
      readers: readers.map(({ subscriber }) => subscriber),
      joining: readers.flatMap(({ opened, place, subscriber }) => (opened || !place ? [] : [subscriber.userId])),
    });
    const { events, complete, history } = read;
    const { head, epoch } = history;
    scope.head = head;
    const upTo = complete ? head : (events.at(-1)?.seq ?? head);
    for (const reader of readers) {
      const { number } = setPlace(reader, read);
      if (number >= upTo) continue;
      for (const { event, isFor, seq } of events) {
        if (seq <= number || !scope.readers.has(reader)) continue;
        if (isFor(reader.subscriber)) tell(reader, () => reader.subscriber.onEvent(event));
      }
      reader.place = { epoch, number: upTo };
      tell(reader, () => reader.subscriber.onProgress(cursorOf({ epoch, number: upTo })));
    }
    return !complete;
  }

  /** Opens a reader's stream, and finds out whether it can go on from where it is; otherwise it goes on from the end. */
  function setPlace(
    reader: Reader,
    { history, oldest, hasLost }: Awaited<ReturnType<typeof readScope>>,
  ): EventPosition {
    const { subscriber, place: after, opened } = reader;
    const { head, epoch } = history;
    const isGone = (place: EventPosition) => place.number < oldest - 1 || head - place.number > LONGEST_BACKLOG;
    const isLost =
      after !== null &&
      (!isPartOf(after, history) ||
        // Events are addressed when they are written: since then the reader may have lost the right to some.
        (!opened && (isGone(after) || hasLost(subscriber.userId, after.number))));
    const place = { epoch, number: after === null || isLost ? head : after.number };
    reader.place = place;
    reader.opened = true;
    tell(reader, () => {
      if (!opened) subscriber.onOpen(cursorOf(place));
      if (isLost) subscriber.onReset(cursorOf(place));
    });
    return place;
  }

  function tell(reader: Reader, call: () => void) {
    try {
      call();
    } catch (err) {
      log.error({ err }, 'a reader of live events failed and was dropped');
      remove(reader);
    }
  }

  function remove(reader: Reader) {
    const scope = scopes.get(reader.subscriber.scope);
    scope?.readers.delete(reader);
    if (scope?.readers.size === 0) scopes.delete(scope.id);
  }

  return {
    subscribe(subscriber) {
      const { after } = subscriber;
      const reader: Reader = { subscriber, place: after === null ? null : eventPositionOf(after), opened: false };
      let scope = scopes.get(subscriber.scope);
      if (!scope) {
        scope = { id: subscriber.scope, readers: new Set(), reading: false, again: false, head: null };
        scopes.set(scope.id, scope);
      }
      scope.readers.add(reader);
      void wake(scope);
      return () => remove(reader);
    },
    close() {
      closed = true;
      clearInterval(looking);
      stopListening();
      stopPassing();
      stopReconnecting();
      scopes.clear();
    },
  };
}
