import type { LimitName } from '@spotter/contract/api/endpoint.ts';
import { type DailyLimit, dailyLimits, strangerMails } from '@spotter/contract/limits.ts';
import ipaddr from 'ipaddr.js';
import type pg from 'pg';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/errors.ts';
import { createGuesses, type Guesses } from './guesses.ts';
import { hasProvenAddressSql } from './logins/proven-address.ts';

type Budget = { most: number; seconds: number };

const DAY = 86_400;

/**
 * Budgets per address and kind, besides the general ones. A gym's visitors share one address, so `wrong` counts only
 * failed calls, and `own` belongs to the signed-in caller, who may have a second one for the day. Guessing one account has its own pace (see logins).
 */
const budgets: Record<LimitName, Budget & { counts: 'wrong' | 'every' | 'own'; aDay?: number }> = {
  login: { most: 30, seconds: 300, counts: 'wrong' },
  confirm: { most: 30, seconds: 300, counts: 'own' },
  code: { most: 30, seconds: 900, counts: 'wrong' },
  register: { most: 60, seconds: 3600, counts: 'wrong' },
  invite: { most: 30, seconds: 600, counts: 'wrong' },
  gym: { most: 20, seconds: 3600, counts: 'every' },
  mail: { most: 60, seconds: 3600, counts: 'own' },
  message: { most: 30, seconds: 10, counts: 'own', aDay: 3_000 },
  // A repeating session is eight weeks of sessions.
  session: { most: 100, seconds: DAY, counts: 'own' },
  // What makes many rows at once, such as groups and invite codes.
  create: { most: 300, seconds: DAY, counts: 'own' },
  // Everyone at the gym is told.
  announce: { most: 20, seconds: DAY, counts: 'own' },
  // A screen tells it every three seconds at most.
  typing: { most: 60, seconds: 60, counts: 'own' },
  report: { most: 30, seconds: 3600, counts: 'own' },
  upload: { most: 60, seconds: 3600, counts: 'own' },
  export: { most: 10, seconds: 3600, counts: 'own' },
};
/**
 * Registrations from one address, successful or not. Far above any open day, it keeps a script from mailing strangers
 * through us.
 */
const registrations = { most: 1_000, seconds: 3600 };
/** How long a call waits for others from its address to succeed before it counts as one too many. */
const LONGEST_WAIT_MS = 10_000;
/** Of ten seconds, not of a minute: what is allowed in a minute can be spent in its first three seconds. */
const general = { user: { most: 840, seconds: 10 }, address: { most: 600, seconds: 10 } };
/** Pages of links, their pictures and icons. A gym's visitors share an address, and each opens a few of them. */
const pages = { most: 1200, seconds: 60 };
/** Stored pictures. An app's first start shows dozens of them, and everybody in a gym has the same address. */
const files = { most: 6_000, seconds: 60 };
/** What one member changes in a day, whatever it is. Each change leaves rows: the event, the stored answer, the log. */
const writes = { most: 10_000, seconds: DAY };
/**
 * A process takes this many general requests from the shared count at a time, so that a hot read needs no statement for
 * it.
 */
const LEASE = 60;

// By the clock, not by now(): a call that waited for another began before that one set the time.
const secondsLeftSql = 'extract(epoch from resets_at - clock_timestamp())::float8';

const takeSql = `
  insert into rate_limits as r (bucket, used, resets_at) values ($1, $2, now() + make_interval(secs => $3))
  on conflict (bucket) do update set
    used = case when r.resets_at <= now() then excluded.used else r.used + excluded.used end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  returning used, ${secondsLeftSql} as seconds_left`;

/** Draws only while something is left, so a refused call takes nothing from the others. */
const takeLeftSql = `
  insert into rate_limits as r (bucket, used, resets_at) values ($1, 1, now() + make_interval(secs => $2))
  on conflict (bucket) do update set
    used = case when r.resets_at <= now() then 1 else r.used + 1 end,
    resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
  where r.resets_at <= now() or r.used < $3
  returning used`;

/** One owner has a whole network of IPv6 addresses. What is no address, such as one with a port, counts as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const read = ipaddr.process(address);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return `${read.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

const mostByAgeSql = (name: DailyLimit) =>
  `case ${dailyLimits[name]
    .toReversed()
    .map(({ fromDay, most }) => `when o.created_at <= now() - interval '${fromDay} days' then ${most}`)
    .join(' ')} else ${dailyLimits[name][0].most} end`;

const mostAnswers = (strangerMails.mostTimes * dailyLimits.stranger_mails.at(-1)!.most) / strangerMails.perAnswer;

/**
 * SQL for how many mails an organization may send to strangers in a day; null: any number. Only as many answers are
 * counted as can matter. Alias: o the organization.
 */
export const strangerMailsSql = `case when not o.mail_limit_lifted then ${mostByAgeSql('stranger_mails')}
  + least(${strangerMails.mostTimes} * ${mostByAgeSql('stranger_mails')}, ${strangerMails.perAnswer} * (
    select count(*)::int from (select from users u where u.organization_id = o.id and ${hasProvenAddressSql('u')}
      limit ${mostAnswers}) answered)) end`;

const mostSql = (name: DailyLimit) =>
  name === 'stranger_mails' ? `coalesce(${strangerMailsSql}, 2147483647)` : mostByAgeSql(name);

const dailyStatement = (name: DailyLimit, owners: 'users' | 'organizations') =>
  statement(`daily-limit:${name}`, { ownerId: 'uuid', bucket: 'text', amount: 'int' })<{ is_taken: boolean }>(
    `with mine as (select ${mostSql(name)} as most from ${owners} o where o.id = $ownerId),
    taken as (
      insert into rate_limits as r (bucket, used, resets_at) values ($bucket, $amount, now() + interval '1 day')
      on conflict (bucket) do update set
        used = case when r.resets_at <= now() then excluded.used else r.used + excluded.used end,
        resets_at = case when r.resets_at <= now() then excluded.resets_at else r.resets_at end
      where r.resets_at <= now() or r.used + excluded.used <= (select most from mine)
      returning used)
    select exists (select from taken) as is_taken`,
  );
// On its own: a statement doesn't see a count that another call began after it.
const secondsLeftStatement = statement('daily-limit-seconds-left', { bucket: 'text' })<{ seconds: number }>(
  `select ${secondsLeftSql} as seconds from rate_limits where bucket = $bucket`,
);
const dailyStatements = {
  friend_requests: dailyStatement('friend_requests', 'users'),
  first_messages: dailyStatement('first_messages', 'users'),
  session_invites: dailyStatement('session_invites', 'users'),
  asked_again: dailyStatement('asked_again', 'users'),
  kudos: dailyStatement('kudos', 'users'),
  import_rows: dailyStatement('import_rows', 'organizations'),
  import_session_rows: dailyStatement('import_session_rows', 'organizations'),
  chosen_codes: dailyStatement('chosen_codes', 'organizations'),
  sign_ins: dailyStatement('sign_ins', 'users'),
  refreshes: dailyStatement('refreshes', 'users'),
  stored_bytes: dailyStatement('stored_bytes', 'users'),
  stranger_mails: dailyStatement('stranger_mails', 'organizations'),
  branded_codes: dailyStatement('branded_codes', 'organizations'),
};

/** Draws on a budget of the day: null, or in how many seconds there is more. */
export async function takeDaily(tx: Db, name: DailyLimit, ownerId: string, amount = 1): Promise<number | null> {
  const bucket = `${name}:${ownerId}`;
  const [drawn] = await run(tx, dailyStatements[name], { ownerId, bucket, amount });
  if (drawn!.is_taken) return null;
  const [left] = await run(tx, secondsLeftStatement, { bucket });
  return Math.max(1, Math.ceil(left?.seconds ?? 1));
}

type Draw = { name: LimitName; address: string; userId?: string | undefined };

export type Limits = {
  /** Draws one from a bucket shared by all processes, or throws 429. */
  take(bucket: string, budget: Budget): Promise<void>;
  /** How much of a bucket is used. */
  used(bucket: string): Promise<number>;
  /** Returns one draw after its call succeeded. */
  giveBack(bucket: string): Promise<void>;
  guesses: Guesses;
  /**
   * Draws on a member's or an organization's budget of the day, in the transaction that uses it. When too little is
   * left, it answers in how many seconds there is more; otherwise null. An amount never exceeds a whole day's budget.
   */
  takeDaily(tx: Db, name: DailyLimit, ownerId: string, amount?: number): Promise<number | null>;
  /**
   * Draws on a call's budget, or throws 429. Call the returned function when the call ends: only wrong guesses count,
   * however many share the address of a right one.
   */
  takeNamed(draw: Draw): Promise<(wasRight: boolean) => Promise<void>>;
  /** Draws as many ordinary calls as this one is worth. Waits only when the shared count has to be read. */
  takeGeneral(userId: string | null, visitor: { ip: string }, cost?: number): Promise<void> | undefined;
  /** Draws on a member's changes of the day. */
  takeWrite(userId: string): Promise<void> | undefined;
  /** Draws on a network's budget of pages outside the contract. */
  takePage(visitor: { ip: string }): Promise<void> | undefined;
  /** Draws on a network's budget of stored files. */
  takeFile(visitor: { ip: string }): Promise<void> | undefined;
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

  /** `owed` is what a costly call has drawn beyond the last lease. */
  function drawLease(bucket: string, budget: Budget, owed = 0): Promise<Lease> {
    if (leases.size > 50_000) leases.clear();
    const drawn = draw(bucket, LEASE, budget).then(({ within, secondsLeft }) => ({
      left: within ? LEASE - owed : 0,
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

  /** False when it is used up or expired. */
  function takeFrom(lease: Lease, cost: number): boolean {
    const now = Date.now();
    if (lease.until <= now) return false;
    if (lease.refused) throw tooMany((lease.until - now) / 1000);
    if (lease.left <= 0) return false;
    lease.left -= cost;
    return true;
  }

  async function takeNext(bucket: string, budget: Budget, cost: number): Promise<void> {
    for (;;) {
      const known = leases.get(bucket);
      const lease = await (known ?? drawLease(bucket, budget));
      if (takeFrom(lease, cost)) return;
      // The first to notice draws the next one; the others reuse it.
      if (leases.get(bucket) === known) drawLease(bucket, budget, lease.until > Date.now() ? -lease.left : 0);
    }
  }

  function takeLeased(bucket: string, budget: Budget, cost: number): Promise<void> | undefined {
    const known = leases.get(bucket);
    return known && !(known instanceof Promise) && takeFrom(known, cost) ? undefined : takeNext(bucket, budget, cost);
  }

  /** Pending calls by bucket: a call that finds nothing left waits for their outcome. */
  const open = new Map<string, { calls: number; waiting: (() => void)[] }>();

  async function takeLeft(bucket: string, { most, seconds }: Budget): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'rate-limit-left',
      text: takeLeftSql,
      values: [bucket, seconds, most],
    });
    return rowCount === 1;
  }

  async function secondsLeft(bucket: string): Promise<number> {
    const { rows } = await pool.query(`select ${secondsLeftSql} as seconds from rate_limits where bucket = $1`, [
      bucket,
    ]);
    return (rows[0] as { seconds: number } | undefined)?.seconds ?? 1;
  }

  const giveBack = async (bucket: string) =>
    void (await pool.query('update rate_limits set used = used - 1 where bucket = $1 and used > 0', [bucket]));

  async function used(bucket: string): Promise<number> {
    const { rows } = await pool.query('select used from rate_limits where bucket = $1 and resets_at > now()', [bucket]);
    return (rows[0] as { used: number } | undefined)?.used ?? 0;
  }

  async function takeNamed({ name, address, userId }: Draw) {
    const { counts, aDay, ...budget } = budgets[name];
    if (aDay && userId) await takeLeased(`${name}-day:${userId}`, { most: aDay, seconds: DAY }, 1);
    const bucket = `${name}:${counts === 'own' && userId ? userId : networkOf(address)}`;
    if (name === 'register') await take(`registrations:${networkOf(address)}`, registrations);
    const until = Date.now() + LONGEST_WAIT_MS;
    while (!(await takeLeft(bucket, budget))) {
      const others = open.get(bucket);
      if (!others || Date.now() >= until) throw tooMany(await secondsLeft(bucket));
      await new Promise<void>((resolve) => others.waiting.push(resolve));
    }
    if (counts !== 'wrong') return nothing;
    const mine = open.get(bucket) ?? { calls: 0, waiting: [] };
    mine.calls += 1;
    open.set(bucket, mine);
    return async (wasRight: boolean) => {
      try {
        if (wasRight) await giveBack(bucket);
      } finally {
        mine.calls -= 1;
        if (mine.calls === 0) open.delete(bucket);
        for (const wake of mine.waiting.splice(0, mine.calls === 0 ? mine.waiting.length : 1)) wake();
      }
    };
  }

  return {
    take,
    used,
    giveBack,
    guesses: createGuesses(pool),
    takeDaily,
    takeNamed,
    takeGeneral: (userId, visitor, cost = 1) =>
      userId
        ? takeLeased(`user:${userId}`, general.user, cost)
        : takeLeased(`address:${networkOf(visitor.ip)}`, general.address, cost),
    takeWrite: (userId) => takeLeased(`writes:${userId}`, writes, 1),
    takePage: (visitor) => takeLeased(`page:${networkOf(visitor.ip)}`, pages, 1),
    takeFile: (visitor) => takeLeased(`file:${networkOf(visitor.ip)}`, files, 1),
  };
}

const nothing = async () => {};
/** For load tests. */
export const noLimits: Limits = {
  take: nothing,
  used: async () => 0,
  giveBack: nothing,
  guesses: { takeTurn: nothing, forget: nothing },
  takeDaily: async () => null,
  takeNamed: async () => nothing,
  takeGeneral: () => undefined,
  takeWrite: () => undefined,
  takePage: () => undefined,
  takeFile: () => undefined,
};
