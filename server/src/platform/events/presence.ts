import { randomUUID } from 'node:crypto';
import type { Read } from '#platform/db/reads.ts';
import { statement } from '#platform/db/statement.ts';
import type { Logger } from '#platform/log.ts';
import type { PgListener } from './pg-listener.ts';

/*
 * Who has an open stream, in any process. It lives in memory alone: each process tells the others through NOTIFY whose
 * streams it holds, and one that falls silent is forgotten.
 */

const PRESENCE_CHANNEL = 'presence';
/** A trigger announces members who show or hide that they are online. */
const SWITCHED_CHANNEL = 'presence_switched';

/** A notification carries 8,000 bytes; an id takes 39 of them. */
const MOST_IDS = 150;

type Notice =
  /** A process has started, or has missed something: the others tell it whom they hold. */
  | { from: string; says: 'ask' }
  | { from: string; says: 'alive' | 'gone' }
  | { from: string; says: 'here' | 'left'; scope: string; ids: string[] };

export type Presence = {
  entered(scope: string, userId: string): void;
  left(scope: string, userId: string): void;
  isOnline(scope: string, userId: string): boolean;
  close(): Promise<void>;
};

type Change = { scope: string; userIds: string[]; online: boolean };

type Settings = {
  read: Read;
  listener: PgListener;
  log: Logger;
  /** Tells everyone who may know it. */
  onChange(change: Change): Promise<void>;
  /** A member has switched showing their presence on or off. */
  onSwitched(scope: string, userId: string): Promise<void>;
  /** A reload or a lost connection is no going away. */
  graceMs?: number;
  aliveEveryMs?: number;
  /** Changes of this long travel together. */
  gatherMs?: number;
};

const notifyStatement = statement('notify-presence', { channel: 'text', notices: 'text[]' })(
  'select pg_notify($channel, notice) from unnest($notices) notice',
);

const keyOf = (scope: string, userId: string) => `${scope} ${userId}`;
const partsOf = (key: string) => key.split(' ') as [scope: string, userId: string];

export function createPresence({
  read,
  listener,
  log,
  onChange,
  onSwitched,
  graceMs = 8_000,
  aliveEveryMs = 20_000,
  gatherMs = 200,
}: Settings): Presence {
  const self = randomUUID();
  /** How many streams each member has here. */
  const own = new Map<string, number>();
  /** Members of whom the other processes know that they are here. */
  const told = new Set<string>();
  const others = new Map<string, { heardAt: number; keys: Set<string> }>();
  const leaving = new Map<string, NodeJS.Timeout>();
  const changed = new Map<string, boolean>();
  let gathering: NodeJS.Timeout | undefined;
  /** Both one after the other, so that what was true before never arrives last. */
  let telling = Promise.resolve();
  let saying = Promise.resolve();
  let closed = false;

  const isElsewhere = (key: string) => [...others.values()].some(({ keys }) => keys.has(key));
  const isOnline = (key: string) => own.has(key) || leaving.has(key) || isElsewhere(key);

  /** Tells the other processes what holds when its turn comes. */
  function say(notices: () => Notice[]): Promise<void> {
    saying = saying.then(async () => {
      const texts = notices().map((notice) => JSON.stringify(notice));
      if (texts.length === 0) return;
      await read(notifyStatement, { channel: PRESENCE_CHANNEL, notices: texts }).catch((err) =>
        log.warn({ err }, 'presence could not be told to the other processes'),
      );
    });
    return saying;
  }

  function noticesOf(says: 'here' | 'left', keys: Iterable<string>): Notice[] {
    const byScope = Map.groupBy([...keys].map(partsOf), ([scope]) => scope);
    return [...byScope].flatMap(([scope, members]) =>
      Array.from({ length: Math.ceil(members.length / MOST_IDS) }, (_, index) => ({
        from: self,
        says,
        scope,
        ids: members.slice(index * MOST_IDS, (index + 1) * MOST_IDS).map(([, userId]) => userId),
      })),
    );
  }

  /** Tells what has changed in a short while at once, because a restart brings everybody back. */
  function change(key: string, online: boolean): void {
    changed.set(key, online);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      telling = telling.then(tellChanges);
    }, gatherMs).unref();
  }

  async function tellChanges(): Promise<void> {
    const now = [...changed];
    changed.clear();
    for (const online of [true, false]) {
      const keys = now.filter(([key, is]) => is === online && own.has(key) === online).map(([key]) => key);
      for (const key of keys) online ? told.add(key) : told.delete(key);
      await say(() => noticesOf(online ? 'here' : 'left', keys));
      const news = keys.filter((key) => !isElsewhere(key));
      for (const [scope, members] of Map.groupBy(news.map(partsOf), ([scope]) => scope))
        await onChange({ scope, userIds: members.map(([, userId]) => userId), online }).catch((err) =>
          log.warn({ err }, 'a change of presence could not be told'),
        );
    }
  }

  /** Waits whether the member comes back, here or elsewhere. */
  function mayLeave(key: string): void {
    clearTimeout(leaving.get(key));
    const timer = setTimeout(() => {
      leaving.delete(key);
      if (!own.has(key)) change(key, false);
    }, graceMs).unref();
    leaving.set(key, timer);
  }

  function forget(process: string): void {
    const keys = others.get(process)?.keys ?? [];
    others.delete(process);
    for (const key of keys) if (!isOnline(key)) mayLeave(key);
  }

  function hear(notice: Notice): void {
    const { from } = notice;
    if (from === self) return;
    if (notice.says === 'gone') {
      forget(from);
      return;
    }
    const known = others.get(from) ?? { heardAt: 0, keys: new Set<string>() };
    known.heardAt = Date.now();
    // What a process said before this one listened is lost.
    if (!others.has(from)) void say(() => [{ from: self, says: 'ask' }]);
    others.set(from, known);
    if (notice.says === 'ask') void say(() => noticesOf('here', told));
    if (notice.says === 'here') for (const id of notice.ids) known.keys.add(keyOf(notice.scope, id));
    if (notice.says === 'left') for (const id of notice.ids) known.keys.delete(keyOf(notice.scope, id));
  }

  const stop = [
    listener.on(PRESENCE_CHANNEL, (payload) => hear(JSON.parse(payload) as Notice)),
    listener.on(SWITCHED_CHANNEL, (userId) => {
      for (const key of own.keys()) {
        const [scope, member] = partsOf(key);
        if (member === userId)
          onSwitched(scope, userId).catch((err) => log.warn({ err }, 'a switch of presence could not be told'));
      }
    }),
    listener.onReconnect(() => {
      others.clear();
      void say(() => [{ from: self, says: 'ask' }, ...noticesOf('here', told)]);
    }),
  ];
  const living = setInterval(() => {
    for (const [process, { heardAt }] of others) if (Date.now() - heardAt > 3 * aliveEveryMs) forget(process);
    void say(() => [{ from: self, says: 'alive' }]);
  }, aliveEveryMs).unref();
  // An answer that comes before PostgreSQL knows that this process listens would be lost.
  void listener.listening().then(() => say(() => (closed ? [] : [{ from: self, says: 'ask' }])));

  return {
    entered(scope, userId) {
      const key = keyOf(scope, userId);
      own.set(key, (own.get(key) ?? 0) + 1);
      clearTimeout(leaving.get(key));
      leaving.delete(key);
      if (!told.has(key)) change(key, true);
    },
    left(scope, userId) {
      const key = keyOf(scope, userId);
      const streams = (own.get(key) ?? 1) - 1;
      if (streams > 0) own.set(key, streams);
      else {
        own.delete(key);
        if (!closed) mayLeave(key);
      }
    },
    isOnline: (scope, userId) => isOnline(keyOf(scope, userId)),
    async close() {
      closed = true;
      clearInterval(living);
      clearTimeout(gathering);
      for (const timer of leaving.values()) clearTimeout(timer);
      for (const end of stop) end();
      await say(() => [{ from: self, says: 'gone' }]);
    },
  };
}
