import { signIn } from '#features/logins/index.ts';
import { removeLeftovers } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { deleteDemo, insertDemo, lockCount, readExpired } from './demo.repo.ts';
import { planDemo } from './demo-world.service.ts';
import { noteExpired } from './desk/demo-desk.repo.ts';
import { drawDemoStart, refuseTooMany } from './desk/demo-limits.service.ts';
import { buildDemo, inBuildingTurn } from './stock/build-demo.service.ts';
import { takeFromStock } from './stock/stock.repo.ts';
import { readPersona } from './visit/personas.repo.ts';

const MINUTES = 60;

type Faces = (ctx: Ctx<Caller | null>) => Promise<ReadonlyMap<string, { key: string }>>;

/** Opens a populated gym for one visitor and signs them in: a prepared one if there is one. It all ends after an hour. */
export async function startDemo(ctx: Ctx<Caller | null>, facesOf: Faces) {
  const now = await drawDemoStart(ctx);
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000);
  const prepared = await ctx.tx(async (tx) => {
    const organizationId = await takeFromStock(tx, expiresAt);
    return organizationId && openDemo(tx, ctx, { organizationId, now, expiresAt });
  });
  if (prepared) return prepared;
  const faces = await facesOf(ctx);
  return inBuildingTurn(async () => {
    const demo = planDemo(now, { expiresAt, faces });
    return ctx.tx(async (tx) => {
      await buildDemo(tx, demo);
      return openDemo(tx, ctx, { organizationId: demo.organizationId, now, expiresAt });
    });
  });
}

type Opening = { organizationId: string; now: Date; expiresAt: Date };

async function openDemo(tx: Db, ctx: Ctx<Caller | null>, { organizationId, now, expiresAt }: Opening) {
  const persona = (await readPersona(tx, organizationId, 'regular_user'))!;
  await insertDemo(tx, {
    id: newId(),
    organization_id: organizationId,
    user_id: persona.id,
    persona_name: persona.name,
    ip: ctx.ip,
    started_at: now,
    expires_at: expiresAt,
  });
  // Counted again under a lock, including this one, so that concurrent starts stay within the limit.
  await lockCount(tx);
  await refuseTooMany(ctx, tx);
  const { access_token, refresh_token } = await signIn(tx, ctx, {
    userId: persona.id,
    method: 'demo',
    refusal: 'demo_failed',
  });
  return {
    access_token,
    refresh_token,
    demo_info: { persona_name: persona.name, expires_at: expiresAt.toISOString() },
  };
}

/** Deletes a demo organization, including rows that foreign keys do not reach. */
const removeDemo = (db: Db, organizationId: string): Promise<string[]> =>
  inTransaction(db, async (tx) => ((await deleteDemo(tx, organizationId)) ? removeLeftovers(tx, organizationId) : []));

/** Deletes every expired demo, and returns how many. */
export async function removeExpiredDemos(db: Db, removeFile: (key: string) => Promise<void>): Promise<number> {
  await noteExpired(db);
  const expired = await readExpired(db);
  for (const id of expired) for (const key of await removeDemo(db, id)) await removeFile(key);
  return expired.length;
}
