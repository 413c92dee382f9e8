import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateDemoLimits as updateEndpoint } from '@spotter/contract/desk/demos.ts';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { AppError, fail, refuseOutdated } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { networkOf } from '#platform/limits.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { versionOf } from '#platform/versions.ts';
import { lockLimits, readLimits, writeLimits } from './demo-desk.repo.ts';

const PER_ADDRESS = 5;
const HOUR = 3600;

async function limitsNow(db: Db, { DEMO_LIMIT }: Config) {
  const { now, running, at_once, per_address } = await readLimits(db);
  return { now, running, atOnce: at_once ?? DEMO_LIMIT, perAddress: per_address ?? PER_ADDRESS };
}

const full = () => fail('demo_failed', { retryAfterSeconds: 60 });

/** Throws if too many demos would run with so many more. Returns the database's time. */
export async function refuseTooMany(ctx: Ctx<Caller | null>, db: Db, more: 0 | 1): Promise<Date> {
  const { now, running, atOnce } = await limitsNow(db, ctx.config);
  if (running + more > atOnce) throw full();
  return now;
}

/** Starts a demo, unless too many run or too many were started from this address. */
export async function withinDemoLimits<T>(ctx: Ctx<Caller | null>, start: () => Promise<T>): Promise<T> {
  const { running, atOnce, perAddress } = await limitsNow(ctx.db, ctx.config);
  const bucket = `demo:${networkOf(ctx.ip)}`;
  await ctx.limits.take(bucket, { most: perAddress, seconds: HOUR }).catch((error: unknown) => {
    // Visitors read the sentence about demos, whichever limit it is.
    if (error instanceof AppError) throw fail('too_many_demos', error.options);
    throw error;
  });
  try {
    if (running >= atOnce) throw full();
    return await start();
  } catch (error) {
    // What a busy server or a full house turned away doesn't count: the screen asks again by itself, or the visitor does.
    if (error instanceof AppError && ['unavailable', 'demo_failed'].includes(error.code))
      await ctx.limits.giveBack(bucket);
    throw error;
  }
}

const shown = async (ctx: Ctx, db: Db) => {
  const { running, atOnce, perAddress } = await limitsNow(db, ctx.config);
  return {
    running,
    at_once: atOnce,
    per_address: perAddress,
    default_at_once: ctx.config.DEMO_LIMIT,
    default_per_address: PER_ADDRESS,
    version: versionOf([atOnce, perAddress]),
  };
};

export const getDemoLimits = (ctx: Ctx) => shown(ctx, ctx.db);

export function updateDemoLimits(ctx: Ctx, { version, ...limits }: ParsedInput<typeof updateEndpoint>['body']) {
  return ctx.tx(async (tx) => {
    await lockLimits(tx);
    refuseOutdated(version, (await shown(ctx, tx)).version);
    await writeLimits(tx, limits);
    await audit(tx, ctx, { action: 'demo.limits_changed', targetType: 'demo', data: limits });
    return shown(ctx, tx);
  });
}
