import { fail } from '#platform/errors.ts';
import { metrics } from '#platform/metrics.ts';

/** A call at the gate. */
export type Arrival = {
  /** Calls of one lane queue behind each other; lanes take turns. A lane is an organization or a visitor's address. */
  lane: string;
  /** A read is the cheapest call to lose: nothing was to be stored, and the app asks again. */
  isRead: boolean;
  /** The client has disconnected, so the call is no longer needed. */
  isGone(): boolean;
};

export type Gate = {
  /** Undefined if the call may start at once; otherwise a promise that rejects: with 503 when it is shed, or with `ClientGone`. */
  enter(arrival: Arrival): Promise<void> | undefined;
  /** Every call that has entered leaves its lane once. */
  leave(lane: string): void;
};

/** One call's way through the gate. It may leave early and enter again; leaving twice does nothing. */
export class Pass {
  isInside = false;
  readonly #gate: Gate;
  readonly #arrival: Arrival;

  constructor(gate: Gate, arrival: Arrival) {
    this.#gate = gate;
    this.#arrival = arrival;
  }

  /** Undefined if the call may start at once. */
  enter(): Promise<void> | undefined {
    const waiting = this.#gate.enter(this.#arrival);
    if (waiting) return waiting.then(() => this.#entered());
    this.#entered();
    return undefined;
  }
  #entered(): void {
    this.isInside = true;
  }

  /** The same call's way through another gate. */
  at(gate: Gate): Pass {
    return new Pass(gate, this.#arrival);
  }

  leave(): void {
    if (!this.isInside) return;
    this.isInside = false;
    this.#gate.leave(this.#arrival.lane);
  }
}

/**
 * Work that waits for something other than the database, such as a picture being drawn. Meanwhile its call doesn't count
 * as one at work, so that it keeps nobody waiting.
 */
export async function aside<T>(pass: Pass | null, work: () => Promise<T>): Promise<T> {
  pass?.leave();
  try {
    return await work();
  } finally {
    await pass?.enter();
  }
}

/** Work that only a few calls do at a time. A call waits for its turn aside, then works inside both gates. */
export async function behind<T>(pass: Pass, gate: Gate, work: () => Promise<T>): Promise<T> {
  const turn = pass.at(gate);
  try {
    await aside(pass, async () => turn.enter());
    return await work();
  } finally {
    turn.leave();
  }
}

/** Its client has disconnected: nobody is to be answered, and nothing went wrong. */
export class ClientGone extends Error {}

type Settings = { atOnce?: number; mostPerLane?: number; mostWaiting?: number; patienceMs?: number };

type Waiting = Arrival & { since: number; settled: boolean; resolve(): void; reject(reason: Error): void };

/** How often to check for calls that have waited too long. */
const LOOK_MS = 250;
const RETRY_AFTER_SECONDS = 2;

/**
 * Limits the number of calls at work and queues the others, in turn by lane: a burst in one gym takes longer, and other
 * gyms hardly notice. One lane never has more than `mostPerLane` at work, so that slow calls of one gym leave room for
 * the quick ones of another. When the queue is full, the newest read gives way to a write, and a new call is refused if
 * it is the cheapest. No call waits longer than `patienceMs`.
 */
export function createGate({
  atOnce = 20,
  mostPerLane,
  mostWaiting = 2_000,
  patienceMs = 10_000,
}: Settings = {}): Gate {
  // The lane at the front is served next and then moves to the end.
  const lanes = new Map<string, Waiting[]>();
  const workingIn = new Map<string, number>();
  let working = 0;
  let waiting = 0;
  let looking: NodeJS.Timeout | undefined;

  function settle(one: Waiting): void {
    one.settled = true;
    waiting -= 1;
    if (waiting > 0) return;
    lanes.clear();
    clearInterval(looking);
    looking = undefined;
  }

  function shed(one: Waiting, why: 'full' | 'late'): void {
    settle(one);
    one.reject(overloaded(why));
  }

  const hasRoom = (lane: string) => working < atOnce && (workingIn.get(lane) ?? 0) < (mostPerLane ?? atOnce);

  function start(lane: string): void {
    working += 1;
    workingIn.set(lane, (workingIn.get(lane) ?? 0) + 1);
  }

  function end(lane: string): void {
    working -= 1;
    const others = (workingIn.get(lane) ?? 0) - 1;
    if (others > 0) workingIn.set(lane, others);
    else workingIn.delete(lane);
  }

  function takeNext(): Waiting | undefined {
    for (const [name, lane] of lanes) {
      if (!hasRoom(name)) continue;
      const next = lane.shift();
      lanes.delete(name);
      if (lane.length > 0) lanes.set(name, lane);
      if (!next || next.settled) continue;
      settle(next);
      if (!next.isGone()) return next;
      next.reject(new ClientGone());
    }
    return undefined;
  }

  function newestRead(): Waiting | undefined {
    const newest = [...lanes.values()].map((lane) => lane.findLast((one) => one.isRead && !one.settled));
    return newest.reduce((found, one) => (one && one.since >= (found?.since ?? 0) ? one : found), undefined);
  }

  function look(): void {
    const before = performance.now() - patienceMs;
    for (const lane of lanes.values())
      for (const one of lane) if (!one.settled && one.since < before) shed(one, 'late');
  }

  return {
    enter(arrival) {
      if (hasRoom(arrival.lane)) {
        start(arrival.lane);
        return undefined;
      }
      if (waiting >= mostWaiting) {
        const cheapest = arrival.isRead ? undefined : newestRead();
        if (!cheapest) return Promise.reject(overloaded('full'));
        shed(cheapest, 'full');
      }
      return new Promise((resolve, reject) => {
        const one: Waiting = { ...arrival, since: performance.now(), settled: false, resolve, reject };
        waiting += 1;
        const lane = lanes.get(arrival.lane) ?? [];
        lane.push(one);
        lanes.set(arrival.lane, lane);
        looking ??= setInterval(look, LOOK_MS).unref();
      });
    },
    leave(lane) {
      end(lane);
      const next = takeNext();
      if (!next) return;
      start(next.lane);
      next.resolve();
    },
  };
}

function overloaded(why: 'full' | 'late') {
  metrics.shedCalls.inc({ why });
  return fail('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
