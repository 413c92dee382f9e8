import type { LimitName } from '@spotter/contract/api/endpoint.ts';
import type pg from 'pg';
import { fail } from '#platform/http/errors.ts';

type Budget = { most: number; seconds: number };

/** What one address may do of each kind, beside the general budgets. Guessing one account has its own (see logins). */
const budgets: Record<LimitName, Budget> = {
  login: { most: 30, seconds: 300 },
  code: { most: 30, seconds: 900 },
  mail: { most: 20, seconds: 3600 },
  register: { most: 20, seconds: 3600 },
  invite: { most: 30, seconds: 600 },
  demo: { most: 5, seconds: 3600 },
  message: { most: 120, seconds: 60 },
  upload: { most: 60, seconds: 3600 },
  export: { most: 10, seconds: 3600 },
};
const general = { user: { most: 1200, seconds: 60 }, address: { most: 2400, seconds: 60 } };
/** A process takes this many general requests from the shared count at a time, so that a hot read needs no statement for it. */
const LEASE = 60;

const takeSql = `
  insert into rate_limits as r (bucket, used, resets_at) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (bucket) do update set
    used = case when r.resets_at <= now() then excluded.used else r.used + excluded.used end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  returning used, extract(epoch from resets_at - now())::float8 as seconds_left`;

export type Limits = {
  /** Draws one from a bucket shared by all processes, or throws 429. */
  take(bucket: string, budget: Budget): Promise<void>;
  /** Gives a bucket back, after what it guarded proved to be honest. */
  refund(bucket: string): Promise<void>;
  takeNamed(name: LimitName, address: string): Promise<void>;
  /** Gives one draw back: only wrong guesses are to count, however many share the address of a right one. */
  giveBack(name: LimitName, address: string): Promise<void>;
  /** Waits only when the shared count has to be asked. */
  takeGeneral(userId: string | null, address: string): Promise<void> | undefined;
};

const tooMany = (secondsLeft: number) =>
  fail('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) });

export function createLimits(pool: pg.Pool): Limits {
  type Lease = { left: number; until: number; refused: boolean };
  // Until the lease arrives its promise is stored, so parallel requests share one lease.
  const leases = new Map<string, Lease | Promise<Lease>>();

  async function draw(bucket: string, amount: number, { most, seconds }: Budget) {
    const { rows } = await pool.query({ name: 'rate-limit', text: takeSql, values: [bucket, amount, seconds] });
    const row = rows[0] as { used: number; seconds_left: number };
    return { within: row.used - amount < most, secondsLeft: row.seconds_left };
  }

  async function take(bucket: string, budget: Budget) {
    const { within, secondsLeft } = await draw(bucket, 1, budget);
    if (!within) throw tooMany(secondsLeft);
  }

  function drawLease(bucket: string, budget: Budget): Promise<Lease> {
    if (leases.size > 50_000) leases.clear();
    const drawn = draw(bucket, LEASE, budget).then(({ within, secondsLeft }) => ({
      left: within ? LEASE : 0,
      until: Date.now() + secondsLeft * 1000,
      refused: !within,
    }));
    leases.set(bucket, drawn);
    drawn.then(
      (lease) => leases.get(bucket) === drawn && leases.set(bucket, lease),
      () => leases.get(bucket) === drawn && leases.delete(bucket),
    );
    return drawn;
  }

  /** False when it is used up or over. */
  function takeFrom(lease: Lease): boolean {
    const now = Date.now();
    if (lease.until <= now) return false;
    if (lease.refused) throw tooMany((lease.until - now) / 1000);
    if (lease.left === 0) return false;
    lease.left -= 1;
    return true;
  }

  async function takeNext(bucket: string, budget: Budget): Promise<void> {
    for (;;) {
      const known = leases.get(bucket);
      if (takeFrom(await (known ?? drawLease(bucket, budget)))) return;
      // The first to notice draws the next, and the others find it.
      if (leases.get(bucket) === known) leases.delete(bucket);
    }
  }

  function takeLeased(bucket: string, budget: Budget): Promise<void> | undefined {
    const known = leases.get(bucket);
    return known && !(known instanceof Promise) && takeFrom(known) ? undefined : takeNext(bucket, budget);
  }

  return {
    take,
    refund: async (bucket) => void (await pool.query('delete from rate_limits where bucket = $1', [bucket])),
    takeNamed: (name, address) => take(`${name}:${address}`, budgets[name]),
    giveBack: async (name, address) =>
      void (await pool.query('update rate_limits set used = used - 1 where bucket = $1 and used > 0', [
        `${name}:${address}`,
      ])),
    takeGeneral: (userId, address) =>
      userId ? takeLeased(`user:${userId}`, general.user) : takeLeased(`address:${address}`, general.address),
  };
}

const nothing = async () => {};
/** For load tests. */
export const noLimits: Limits = {
  take: nothing,
  refund: nothing,
  takeNamed: nothing,
  giveBack: nothing,
  takeGeneral: () => undefined,
};
