import { keepExportHours, mostExports } from '@spotter/contract/moving-limits.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { createArchives } from './archives.ts';
import { writeExport } from './export-organization.ts';

/**
 * Makes the zip file of an export. A failure is shown to the admin, who asks again; only a job whose process died is run
 * again, and starts over.
 */
export const makeExport = defineJob({
  name: 'make_export',
  payload: z.object({ organization_id: z.uuid(), id: z.uuid() }),
  async run({ inside, config, files, now, log }, { organization_id: organizationId, id }) {
    const db = inside({ organizationId });
    const archives = createArchives(config);
    const row = db
      .updateTable('organization_exports')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id);
    const waits = row.where('status', 'in', ['queued', 'running']);
    const begun = await waits.set({ status: 'running', progress: 0 }).returning('id').executeTakeFirst();
    // It was deleted meanwhile, or a run before this one has finished it.
    if (!begun) return;
    const olderIds = await expireOldest(db, organizationId);
    for (const olderId of olderIds) await archives.remove(olderId);
    try {
      await archives.prepare();
      const { manifest, bytes } = await writeExport({
        db,
        files,
        organizationId,
        now,
        path: archives.pathOf(id),
        onProgress: async (progress) => void (await waits.set({ progress }).execute()),
      });
      const done = await waits
        .set({
          status: 'done',
          progress: 100,
          bytes,
          members: manifest.files['members.csv']?.rows ?? 0,
          sessions: manifest.files['sessions.csv']?.rows ?? 0,
          finished_at: sql`now()`,
          expires_at: sql`now() + make_interval(hours => ${keepExportHours})`,
        })
        .returning('id')
        .executeTakeFirst();
      if (!done) await archives.remove(id);
    } catch (err) {
      log.error({ err, organization: organizationId }, 'an export of an organization failed');
      await waits.set({ status: 'failed', finished_at: sql`now()` }).execute();
    }
  },
});

/** Makes room for one more export: each may be as large as all the organization has. */
async function expireOldest(db: Db, organizationId: string): Promise<string[]> {
  const ready = db
    .selectFrom('organization_exports')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'done')
    .where('expires_at', '>', sql<Date>`now()`);
  const expired = await db
    .updateTable('organization_exports')
    .set({ expires_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      ready
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostExports - 1),
    )
    .returning('id')
    .execute();
  return expired.map(({ id }) => id);
}

/** Removes the files of exports that are expired or gone, and after a month their rows. */
export const removeOldExports = defineJob({
  name: 'remove_old_exports',
  payload: z.object({}),
  async run({ db, config, log }) {
    await db
      .deleteFrom('organization_exports')
      .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute();
    const wanted = await db
      .selectFrom('organization_exports')
      .select('id')
      .where((eb) => eb.or([eb('status', 'in', ['queued', 'running']), eb('expires_at', '>', sql<Date>`now()`)]))
      .execute();
    const removed = await createArchives(config).keepOnly(new Set(wanted.map(({ id }) => id)));
    if (removed > 0) log.info({ removed }, 'files of expired exports are removed');
  },
});

export const removeOldExportsTimetable = { job: removeOldExports, match: '*/10 * * * *' };
