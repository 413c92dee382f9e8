import { openLogin } from '#features/logins/index.ts';
import { removeLeftovers } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Gate } from '#platform/http/limits/gate.ts';
import { newId } from '#platform/ids.ts';
import { enqueue, type JobCtx } from '#platform/jobs/define.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { deleteDemoOrganization, insertDemo, lockCount, readExpired } from './demo.repo.ts';
import { noteExpired } from './demo-desk.repo.ts';
import { refuseTooMany, withinDemoLimits } from './demo-limits.service.ts';
import { planDemo } from './demo-world.service.ts';
import { buildDemo } from './stock/build-demo.service.ts';
import { hourFrom, takeFromStock } from './stock/stock.repo.ts';

type Faces = (ctx: Ctx<Caller | null>) => Promise<ReadonlyMap<string, { key: string }>>;
type Means = { facesOf: Faces; builders: Gate };

/** Opens a populated gym for one visitor and signs them in: a prepared one if there is one. It all ends after an hour. */
export const startDemo = (ctx: Ctx<Caller | null>, { facesOf, builders }: Means) =>
  withinDemoLimits(ctx, async () => (await openPrepared(ctx)) ?? ctx.behind(builders, () => openNext(ctx, facesOf)));

const openPrepared = (ctx: Ctx<Caller | null>) =>
  ctx.tx(async (tx) => {
    const demo = await takeFromStock(tx);
    return demo && openDemo(tx, ctx, demo);
  });

/** Another may have been prepared while this visitor waited. */
async function openNext(ctx: Ctx<Caller | null>, facesOf: Faces) {
  const prepared = await openPrepared(ctx);
  if (prepared) return prepared;
  const now = await refuseTooMany(ctx, ctx.db, 1);
  const expires_at = hourFrom(now);
  const demo = planDemo(now, { expiresAt: expires_at, faces: await facesOf(ctx) });
  return ctx.tx(async (tx) => {
    await buildDemo(tx, demo);
    const { organizationId: organization_id, personaId: user_id, personaName: persona_name } = demo;
    return openDemo(tx, ctx, { organization_id, user_id, persona_name, expires_at });
  });
}

type Opening = { organization_id: string; user_id: string; persona_name: string; expires_at: Date };

async function openDemo(tx: Db, ctx: Ctx<Caller | null>, demo: Opening) {
  await insertDemo(tx, { id: newId(), ip: ctx.ip, ...demo });
  const tokens = await openLogin(tx, ctx, { userId: demo.user_id, method: 'demo' });
  // Counted again under a lock, including this one, so that concurrent starts stay within the limit. Last, because
  // all others wait for the lock until the commit.
  lockCount(tx);
  await refuseTooMany(ctx, tx, 0);
  const { persona_name, expires_at } = demo;
  return { ...tokens, demo_info: { persona_name, expires_at: expires_at.toISOString() } };
}

/** Deletes a demo organization, including rows that foreign keys do not reach, and queues its files. */
const removeDemo = (db: Db, organizationId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await deleteDemoOrganization(tx, organizationId))) return;
    for (const key of await removeLeftovers(tx, organizationId)) await enqueue(tx, removeFile, { key });
  });

/** Deletes every expired demo, and returns how many. One that fails keeps no other. */
export async function removeExpiredDemos({ db, log }: Pick<JobCtx, 'db' | 'log'>): Promise<number> {
  await noteExpired(db);
  const expired = await readExpired(db);
  let failed = 0;
  for (const id of expired)
    await removeDemo(db, id).catch((err) => {
      failed += 1;
      log.error({ err, organization: id }, 'a demo that is over could not be removed');
    });
  if (failed > 0) throw new Error(`${failed} demos that are over could not be removed.`);
  return expired.length;
}
