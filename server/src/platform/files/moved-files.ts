import { readdir, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { nullIfNoFile } from '#platform/absent-file.ts';
import { createFolderStore } from '#platform/file-store.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { type FileSettings, movedFolder } from './open-files.ts';
import { readFileKeys } from './storage.ts';

/** Long enough to notice that something is wrong with the bucket. */
const KEEP_MS = 7 * 86_400_000;

type Parts = { settings: Pick<FileSettings, 'DATA_DIR'>; keys(): Promise<string[]>; now: Date };

/** Deletes the folder that was left for a bucket once it was kept long enough, and until then the files that were deleted since. */
export async function clearMoved({ settings, keys, now }: Parts): Promise<void> {
  const folder = movedFolder(settings);
  const found = await stat(folder).catch(nullIfNoFile);
  if (!found) return;
  if (now.getTime() - found.ctimeMs > KEEP_MS) return rm(folder, { recursive: true, force: true });
  const moved = createFolderStore(folder);
  const kept = new Set(await keys());
  for (const path of await readdir(folder, { recursive: true })) {
    const key = basename(path);
    if (!kept.has(key)) await moved.remove(key);
  }
}

/** Another node may have deleted a photo of this machine's folder. */
export const clearMovedFiles = defineJob({
  name: 'clear_moved_files',
  payload: z.object({}),
  run: ({ config, db, now }) => clearMoved({ settings: config, keys: () => readFileKeys(db), now }),
});

export const clearMovedFilesTimetable = { job: clearMovedFiles, match: '17 * * * *' };
