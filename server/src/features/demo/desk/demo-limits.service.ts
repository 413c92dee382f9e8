import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { updateDemoLimits as updateEndpoint } from '@spotter/contract/desk/demos.ts';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { AppError, fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { networkOf } from '#platform/limits.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { readLimits, writeLimits } from './demo-desk.repo.ts';

const PER_ADDRESS = 5;
const HOUR = 3600;

async function limitsNow(db: Db, { DEMO_LIMIT }: Config) {
  const { now, running, at_once, per_address } = await readLimits(db);
  return { now, running, atOnce: at_once ?? DEMO_LIMIT, perAddress: per_address ?? PER_ADDRESS };
}

/** Throws if too many demos run. Counts the one that a transaction has just made. */
export async function refuseTooMany(ctx: Ctx<Caller | null>, tx: Db): Promise<void> {
  const { running, atOnce } = await limitsNow(tx, ctx.config);
  if (running > atOnce) throw full();
}

const full = () => fail('demo_failed', { retryAfterSeconds: 60 });

/** Throws if no demo may start now, or none from this address. Returns the database's time. */
export async function drawDemoStart(ctx: Ctx<Caller | null>): Promise<Date> {
  const { now, running, atOnce, perAddress } = await limitsNow(ctx.db, ctx.config);
  await ctx.limits.take(`demo:${networkOf(ctx.ip)}`, { most: perAddress, seconds: HOUR }).catch((error: unknown) => {
    // Visitors read the sentence about demos, whichever limit it is.
    if (error instanceof AppError) throw fail('too_many_demos', error.options);
    throw error;
  });
  if (running >= atOnce) throw full();
  return now;
}

const shown = async (ctx: Ctx, db: Db) => {
  const { running, atOnce, perAddress } = await limitsNow(db, ctx.config);
  return {
    running,
    at_once: atOnce,
    per_address: perAddress,
    default_at_once: ctx.config.DEMO_LIMIT,
    default_per_address: PER_ADDRESS,
  };
};

export const getDemoLimits = (ctx: Ctx) => shown(ctx, ctx.db);

export function updateDemoLimits(ctx: Ctx, limits: ParsedInput<typeof updateEndpoint>['body']) {
  return ctx.tx(async (tx) => {
    await writeLimits(tx, limits);
    await audit(tx, ctx, { action: 'demo.limits_changed', targetType: 'demo', data: limits });
    return shown(ctx, tx);
  });
}
