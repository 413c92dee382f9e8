import { z } from 'zod';
import { defineJob } from '#platform/jobs/define.ts';
import { createArchives } from './archives.service.ts';
import { exportApart } from './export-apart.service.ts';
import {
  beginExport,
  deleteOldExports,
  expireOldest,
  failExport,
  finishExport,
  readWantedIds,
} from './exports.repo.ts';

/**
 * Makes the zip file of an export. A failure is shown to the admin, who asks again; only a job whose process died is run
 * again, and starts over.
 */
export const makeExport = defineJob({
  name: 'make_export',
  queue: 'exports',
  payload: z.object({ organization_id: z.uuid(), id: z.uuid() }),
  async run({ inside, config, databaseUrl, log }, { organization_id: organizationId, id }) {
    const db = inside({ organizationId });
    const archives = createArchives(config);
    const key = { organizationId, id };
    // It was deleted meanwhile, or a run before this one has finished it.
    if (!(await beginExport(db, key))) return;
    const olderIds = await expireOldest(db, organizationId);
    for (const olderId of olderIds) await archives.remove(olderId);
    try {
      await archives.prepare();
      const order = { path: archives.pathOf(id), dataDir: config.DATA_DIR, databaseUrl, organizationId, id };
      const done = await finishExport(db, key, await exportApart(order));
      if (!done) await archives.remove(id);
    } catch (err) {
      log.error({ err, organization: organizationId }, 'an export of an organization failed');
      await failExport(db, key);
    }
  },
});

/** Removes the files of exports that are expired or gone, and after a month their rows. */
export const removeOldExports = defineJob({
  name: 'remove_old_exports',
  payload: z.object({}),
  async run({ db, config, log }) {
    await deleteOldExports(db);
    const wanted = new Set(await readWantedIds(db));
    const removed = await createArchives(config).keepOnly(wanted);
    if (removed > 0) log.info({ removed }, 'files of expired exports are removed');
  },
});

export const removeOldExportsTimetable = { job: removeOldExports, match: '*/10 * * * *' };
