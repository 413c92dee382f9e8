import { keepExportHours } from '@spotter/contract/desk/moving-limits.ts';
import { z } from 'zod';
import { fileSettingsOf } from '#platform/files/open-files.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
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

/** Removes the file of an export that has ended. */
export const removeExportFile = defineJob({
  name: 'remove_export_file',
  payload: z.object({ id: z.uuid() }),
  run: ({ config }, { id }) => createArchives(config).remove(id),
});

/**
 * Makes the zip file of an export. A failure is shown to the admin, who asks again; only a job whose process died is run
 * again, and starts over.
 */
export const makeExport = defineJob({
  name: 'make_export',
  queue: 'exports',
  payload: z.object({ organization_id: z.uuid(), id: z.uuid() }),
  async run({ inside, config, databaseUrl, log, now }, { organization_id: organizationId, id }) {
    const db = inside({ organizationId });
    const archives = createArchives(config);
    const key = { organizationId, id };
    // It was deleted meanwhile, or a run before this one has finished it.
    if (!(await beginExport(db, key))) return;
    const olderIds = await expireOldest(db, organizationId);
    for (const olderId of olderIds) await archives.remove(olderId);
    try {
      await archives.prepare();
      const settings = fileSettingsOf(config);
      const outcome = await exportApart({ path: archives.pathOf(id), settings, databaseUrl, organizationId, id });
      // Before the file is kept: one in a bucket is found by its id alone, so a crash must not leave it there.
      const end = new Date(now.getTime() + (keepExportHours + 1) * 3_600_000);
      await enqueue(db, removeExportFile, { id }, { runAt: end, key: `export_file:${id}` });
      await archives.keep(id);
      const done = await finishExport(db, key, outcome);
      if (!done) await archives.remove(id);
    } catch (err) {
      log.error({ err, organization: organizationId }, 'an export of an organization failed');
      await failExport(db, key);
    }
  },
});

/** Removes the files in the data folder whose exports are expired or gone, and after a month their rows. */
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
