import { createReadStream, openAsBlob } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfNoFile } from '#platform/absent-file.ts';
import type { OpenFile } from '#platform/file-store.ts';
import type { FileSettings } from '#platform/files/open-files.ts';
import { bucketOf, giveUp, openObject, PICTURE_TIMEOUT_MS, sizeOf } from '#platform/files/s3-store.ts';

/** A part of eight megabytes on a slow line. */
const UPLOAD_MS = 60_000;

type Archives = {
  /** Where it is made. */
  pathOf(id: string): string;
  /** Creates the folder, which only its owner may enter. */
  prepare(): Promise<void>;
  /** Puts a finished one where every node finds it. */
  keep(id: string): Promise<void>;
  isThere(id: string): Promise<boolean>;
  open(id: string): Promise<OpenFile | null>;
  remove(id: string): Promise<void>;
  /** Removes every file of the data folder, finished or not, whose export isn't among these. */
  keepOnly(ids: ReadonlySet<string>): Promise<number>;
};

/**
 * The zip files of exports, each under its export's id. One is always made in the data folder; with a bucket it is kept
 * there, where every node finds it.
 */
export function createArchives(settings: FileSettings): Archives {
  const folder = join(settings.DATA_DIR, 'exports');
  const pathOf = (id: string) => join(folder, `${id}.zip`);
  const local: Archives = {
    pathOf,
    prepare: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    keep: async () => {},
    isThere: async (id) => (await stat(pathOf(id)).catch(nullIfNoFile)) !== null,
    async open(id) {
      const found = await stat(pathOf(id)).catch(nullIfNoFile);
      return found && { stream: createReadStream(pathOf(id)), bytes: found.size };
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async keepOnly(ids) {
      const names = (await readdir(folder).catch(nullIfNoFile)) ?? [];
      const gone = names.filter((name) => !ids.has(name.replace(/[.]zip([.]part)?$/, '')));
      for (const name of gone) await rm(join(folder, name), { force: true });
      return gone.length;
    },
  };
  return settings.S3_URL ? inBucket(settings, local) : local;
}

function inBucket(settings: FileSettings, local: Archives): Archives {
  const bucket = bucketOf(settings, { beginMs: PICTURE_TIMEOUT_MS });
  const uploads = bucketOf(settings, { beginMs: UPLOAD_MS });
  const nameOf = (id: string) => `exports/${id}.zip`;
  return {
    ...local,
    async keep(id) {
      const archive = await openAsBlob(local.pathOf(id));
      await uploads.putAnyObject(nameOf(id), archive, 'application/zip').catch(giveUp);
      await local.remove(id);
    },
    isThere: async (id) => (await sizeOf(bucket, nameOf(id))) !== null,
    open: (id) => openObject(bucket, nameOf(id)),
    async remove(id) {
      await local.remove(id);
      await bucket.deleteObject(nameOf(id)).catch(giveUp);
    },
  };
}
