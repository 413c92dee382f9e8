import { refreshTrainingFacts } from '#features/friends/index.ts';
import { signIn } from '#features/logins/index.ts';
import { removeLeftovers } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { insertWorld } from '#sample/insert.ts';
import { deleteDemo, insertDemo, lockCount, readExpired } from './demo.repo.ts';
import { planDemo } from './demo-world.service.ts';
import { noteExpired } from './desk/demo-desk.repo.ts';
import { drawDemoStart, refuseTooMany } from './desk/demo-limits.service.ts';

const MINUTES = 60;

type Faces = (ctx: Ctx<Caller | null>) => Promise<ReadonlyMap<string, { key: string }>>;

/** Creates a populated gym for one visitor and signs them in. It all ends after an hour. */
export async function startDemo(ctx: Ctx<Caller | null>, facesOf: Faces) {
  const now = await drawDemoStart(ctx);
  const faces = await facesOf(ctx);
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000);
  const demo = planDemo(now, { expiresAt, faces });
  return ctx.tx(async (tx) => {
    await insertWorld(tx, demo.world);
    await insertDemo(tx, {
      id: newId(),
      organization_id: demo.organizationId,
      user_id: demo.personaId,
      persona_name: demo.personaName,
      ip: ctx.ip,
      started_at: now,
      expires_at: expiresAt,
    });
    await enqueue(tx, refreshTrainingFacts, { organizationId: demo.organizationId });
    // Counted again under a lock, including this one, so that concurrent starts stay within the limit.
    await lockCount(tx);
    await refuseTooMany(ctx, tx);
    const { access_token, refresh_token } = await signIn(tx, ctx, {
      userId: demo.personaId,
      method: 'demo',
      refusal: 'demo_failed',
    });
    return {
      access_token,
      refresh_token,
      demo_info: { persona_name: demo.personaName, expires_at: expiresAt.toISOString() },
    };
  });
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
