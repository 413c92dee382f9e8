import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { createFolderStore, type FileStore } from '#platform/file-store.ts';
import { createS3Store, type S3Settings } from './s3-store.ts';

export type FileSettings = S3Settings & Pick<Config, 'DATA_DIR'>;

/** Only what says where files are, for a process that is told nothing else. */
export const fileSettingsOf = ({
  DATA_DIR,
  S3_URL,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: FileSettings): FileSettings => ({ DATA_DIR, S3_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });

export const localFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'files');

/** What the local folder is called once its files are in the bucket. */
export const movedFolder = (settings: Pick<Config, 'DATA_DIR'>): string => `${localFolder(settings)}.moved`;

/** The bucket if one is set, else the local folder. */
export function openFiles(settings: FileSettings): FileStore {
  if (!settings.S3_URL) return createFolderStore(localFolder(settings));
  return whileMoving(settings, createS3Store(settings));
}

/**
 * While files move into a bucket, the folder is still there, and processes that use it may be, too: what the bucket
 * lacks is read from it, and what is written to the bucket is for them, too.
 */
function whileMoving(settings: FileSettings, bucket: FileStore): FileStore {
  const folder = createFolderStore(localFolder(settings));
  const moved = createFolderStore(movedFolder(settings));
  return {
    async put(key, body, contentType) {
      await bucket.put(key, body, contentType);
      if (existsSync(localFolder(settings))) await folder.put(key, body, contentType);
    },
    get: async (key) => (await bucket.get(key)) ?? folder.get(key),
    sizeOf: async (key) => (await bucket.sizeOf(key)) ?? folder.sizeOf(key),
    open: async (key, part) => (await bucket.open(key, part)) ?? folder.open(key, part),
    async remove(key) {
      for (const store of [bucket, folder, moved]) await store.remove(key);
    },
  };
}
