import { sql } from 'kysely';
import { signIn } from '#features/logins/index.ts';
import { removeLeftovers } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { insertWorld } from '#sample/insert.ts';
import { planDemo } from './demo.world.ts';

const MINUTES = 60;
/** An arbitrary advisory lock number that nothing else uses. */
const COUNTING = 7270010;

type Faces = (ctx: Ctx<Caller | null>) => Promise<ReadonlyMap<string, { key: string }>>;

async function look(db: Db) {
  const { rows } = await sql<{ now: Date; running: number }>`
    select now() as now, count(*)::int as running from organizations where is_demo and demo_expires_at > now()`.execute(
    db,
  );
  return rows[0] ?? { now: new Date(), running: 0 };
}

const full = () => fail('demo_failed', { retryAfterSeconds: 60 });

/** Creates a populated gym for one visitor and signs them in. It all ends after an hour. */
export async function startDemo(ctx: Ctx<Caller | null>, facesOf: Faces) {
  const { DEMO_LIMIT } = ctx.config;
  const { now, running } = await look(ctx.db);
  if (running >= DEMO_LIMIT) throw full();
  const faces = await facesOf(ctx);
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000);
  const demo = planDemo(now, { expiresAt, faces });
  return ctx.tx(async (tx) => {
    await insertWorld(tx, demo.world);
    await tx
      .insertInto('demo_sessions')
      .values({
        id: newId(),
        organization_id: demo.organizationId,
        user_id: demo.personaId,
        persona_name: demo.personaName,
        ip: ctx.ip,
        started_at: now,
        expires_at: expiresAt,
      })
      .execute();
    // Counted again under a lock, including this one, so that concurrent starts stay within the limit.
    await sql`select pg_advisory_xact_lock(${COUNTING})`.execute(tx);
    if ((await look(tx)).running > DEMO_LIMIT) throw full();
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
async function removeDemo(db: Db, organizationId: string): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('organizations')
      .where('id', '=', organizationId)
      .where('is_demo', '=', true)
      .returning('id')
      .executeTakeFirst();
    if (!gone) return [];
    await tx.deleteFrom('audit_log').where('organization_id', '=', organizationId).execute();
    return removeLeftovers(tx, organizationId);
  });
}

/** Deletes every expired demo, and returns how many. */
export async function removeExpiredDemos(db: Db, removeFile: (key: string) => Promise<void>): Promise<number> {
  const expired = await db
    .selectFrom('organizations')
    .select('id')
    .where('is_demo', '=', true)
    .where('demo_expires_at', '<=', sql<Date>`now()`)
    .orderBy('demo_expires_at')
    .limit(500)
    .execute();
  for (const { id } of expired) for (const key of await removeDemo(db, id)) await removeFile(key);
  return expired.length;
}
