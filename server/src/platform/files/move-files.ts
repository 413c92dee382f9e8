import { existsSync } from 'node:fs';
import { appendFile, readFile, rename, rm, utimes } from 'node:fs/promises';
import { nullIfNoFile } from '#platform/absent-file.ts';
import { contentTypeOf, createFolderStore } from '#platform/file-store.ts';
import type { Logger } from '#platform/log.ts';
import { clearMoved } from './moved-files.ts';
import { type FileSettings, localFolder, movedFolder } from './open-files.ts';
import { createS3Store } from './s3-store.ts';

type Parts = {
  settings: FileSettings;
  /** The keys that rows of the database name. */
  keys(): Promise<string[]>;
  onProgress?(moved: number, of: number): void;
};

/** The keys that are in the bucket because of us: what was deleted since must not live on there. */
const listOf = (settings: FileSettings) => `${localFolder(settings)}-copied.txt`;

/** A bucket far away takes its time for each. */
const AT_ONCE = 16;

/**
 * Copies the data folder's files into the bucket. It may run while the server writes to the folder, and again: each run
 * copies what is new or isn't in the bucket after all, and takes back what was deleted since it was copied.
 */
export async function copyFiles({ settings, keys, onProgress = () => {} }: Parts) {
  const from = createFolderStore(localFolder(settings));
  const to = createS3Store(settings);
  const list = listOf(settings);
  const copied = new Set(((await readFile(list, 'utf8').catch(nullIfNoFile)) ?? '').split('\n').filter(Boolean));
  const wanted = await keys();
  let added = 0;
  await eachOf(wanted, async (key) => {
    const type = contentTypeOf(key);
    const bytes = await from.sizeOf(key);
    // Deleted a moment ago, or already written to the bucket by a node that runs on it.
    if (!type || bytes === null) return;
    // Noted does not mean kept: the run may have been killed, or the bucket be another one.
    if (copied.has(key) && (await to.sizeOf(key)) === bytes) return;
    const file = await from.get(key);
    if (!file) return;
    if (!copied.has(key)) await appendFile(list, `${key}\n`, { mode: 0o600 });
    copied.add(key);
    await to.put(key, file.body, type);
    added += 1;
    onProgress(added, wanted.length);
  });
  // Asked again: copying takes its time, and a file deleted meanwhile is in the bucket now.
  const kept = new Set(await keys());
  const gone = [...copied].filter((key) => !kept.has(key));
  await eachOf(gone, (key) => to.remove(key));
  return { added, removed: gone.length };
}

async function eachOf(keys: readonly string[], work: (key: string) => Promise<void>): Promise<void> {
  const left = keys.values();
  const worker = async () => {
    for (const key of left) await work(key);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** At the start on a bucket: brings over what the data folder still has. Other processes may go on using the folder. */
export async function followFolder({ settings, keys, log }: Parts & { log: Logger }): Promise<void> {
  if (!settings.S3_URL) return;
  if (existsSync(localFolder(settings))) {
    const { added, removed } = await copyFiles({ settings, keys });
    log.info(
      { added, removed },
      'the files of the data folder are in the bucket; run `npm run move-files -- --finish` once every process uses it',
    );
  }
  await clearMoved({ settings, keys, now: new Date() });
}

/**
 * The last step, once every process uses the bucket: brings over what is missing and sets the folder aside. `alone` runs
 * a part that no two processes may run at once.
 */
export async function leaveFolder(parts: Parts & { alone(work: () => Promise<void>): Promise<void> }) {
  const { settings, alone } = parts;
  const folder = localFolder(settings);
  const aside = movedFolder(settings);
  if (settings.S3_URL && existsSync(folder)) await copyFiles(parts);
  await alone(async () => {
    // Another process may have done it by now.
    if (!settings.S3_URL || !existsSync(folder)) return;
    // What is kept aside already is the older copy, and all of this one is in the bucket.
    if (existsSync(aside)) await rm(folder, { recursive: true, force: true });
    else await rename(folder, aside);
    // The days it is kept begin now.
    const now = new Date();
    await utimes(aside, now, now);
    await rm(listOf(settings), { force: true });
  });
}
