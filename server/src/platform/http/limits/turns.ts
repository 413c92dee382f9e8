import { availableParallelism } from 'node:os';
import { fail } from '#platform/errors.ts';
import { ClientGone } from './gate.ts';

type Arrival = {
  /** The client has disconnected, so the call is no longer needed. */
  isGone(): boolean;
};

export type Turns = {
  /**
   * Undefined if the call may start at once; otherwise a promise that rejects with `ClientGone`, or with 429 when too
   * many wait already.
   */
  enter(owner: string, arrival: Arrival): Promise<void> | undefined;
  /** Every call that has entered leaves once. */
  leave(owner: string): void;
};

type Waiting = Arrival & { resolve(): void; reject(reason: Error): void };

const RETRY_AFTER_SECONDS = 2;

/**
 * Limits how many calls of one owner are at work and lets the others wait in order: an app that asks for ten things at
 * its start gets all of them, and a script that asks for a thousand leaves room for everybody else.
 */
export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const working = new Map<string, number>();
  const queues = new Map<string, Waiting[]>();

  function keep(owner: string, queue: Waiting[]): void {
    if (queue.length > 0) queues.set(owner, queue);
    else queues.delete(owner);
  }

  /** The waiting calls that somebody still wants answered. */
  function stillWanted(queue: Waiting[]): Waiting[] {
    return queue.filter((one) => {
      const isGone = one.isGone();
      if (isGone) one.reject(new ClientGone());
      return !isGone;
    });
  }

  return {
    enter(owner, arrival) {
      const calls = working.get(owner) ?? 0;
      if (calls < atOnce) {
        working.set(owner, calls + 1);
        return undefined;
      }
      let queue = queues.get(owner) ?? [];
      if (queue.length >= mostWaiting) queue = stillWanted(queue);
      const turn =
        queue.length >= mostWaiting
          ? Promise.reject(fail('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
          : new Promise<void>((resolve, reject) => queue.push({ ...arrival, resolve, reject }));
      keep(owner, queue);
      return turn;
    },
    leave(owner) {
      const queue = queues.get(owner);
      if (queue) {
        let next = queue.shift();
        while (next?.isGone()) {
          next.reject(new ClientGone());
          next = queue.shift();
        }
        keep(owner, queue);
        // The turn passes on.
        if (next) return next.resolve();
      }
      const calls = working.get(owner) ?? 0;
      if (calls > 1) working.set(owner, calls - 1);
      else working.delete(owner);
    },
  };
}

/** Does the work when it is the owner's turn. */
export async function inTurn<T>(turns: Turns, owner: string, arrival: Arrival, work: () => Promise<T>): Promise<T> {
  const waiting = turns.enter(owner, arrival);
  if (waiting) await waiting;
  try {
    return await work();
  } finally {
    turns.leave(owner);
  }
}

/** Calls that cost at least ten times an ordinary one keep a core busy by themselves. */
const DEAR = 10;
export const isDear = ({ cost = 1 }: { cost?: number | undefined }) => cost >= DEAR;

const cores = availableParallelism();
const perCore = (calls: number, [least, most]: [number, number]) =>
  Math.min(most, Math.max(least, Math.floor(calls * cores)));

/** What one owner has at work takes a part of every core from the others, so the fewer cores, the fewer calls. */
export const callsAtOnce = {
  members: { atOnce: perCore(1, [2, 6]), mostWaiting: 200 },
  /** A gym's visitors share one. */
  addresses: { atOnce: perCore(2, [4, 24]), mostWaiting: 500 },
  /** Files wait for processes of their own, and keep no other call waiting. Their bodies may take megabytes meanwhile. */
  uploads: { atOnce: 3, mostWaiting: 10 },
  /** Besides, for members and addresses alike. */
  dear: { atOnce: cores < 4 ? 1 : 2, mostWaiting: 200 },
};
const unlimited = { atOnce: Number.POSITIVE_INFINITY, mostWaiting: 0 };

/** Load tests have few members who call very often. */
export const callTurns = ({ RATE_LIMITS }: { RATE_LIMITS: boolean }) => ({
  members: createTurns(RATE_LIMITS ? callsAtOnce.members : unlimited),
  addresses: createTurns(RATE_LIMITS ? callsAtOnce.addresses : unlimited),
  uploads: createTurns(RATE_LIMITS ? callsAtOnce.uploads : unlimited),
  dear: createTurns(RATE_LIMITS ? callsAtOnce.dear : unlimited),
});
