import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfNoFile } from '#platform/absent-file.ts';
import { type Config, ConfigError } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import type { FileSettings } from '#platform/files/open-files.ts';
import { bucketOf, giveUp, PICTURE_TIMEOUT_MS } from '#platform/files/s3-store.ts';
import { fingerprintsOf, lockKeys, makeCurrent, readCurrent } from './shared-keys.ts';

/** A random name that a file store keeps in itself: two processes with the same one read each other's files. */
const NAME = 'store-id';
const newName = () => randomBytes(16).toString('hex');

const nameOf = (settings: FileSettings) => (settings.S3_URL ? nameOfBucket(settings) : nameOfFolder(settings));

const folderFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, NAME);

const nameOfFolder = (settings: Pick<Config, 'DATA_DIR'>): Promise<string | null> =>
  readFile(folderFile(settings), 'utf8').catch(nullIfNoFile);

const bucketFor = (settings: FileSettings) => bucketOf(settings, { wholeMs: PICTURE_TIMEOUT_MS });
const nameOfBucket = (settings: FileSettings): Promise<string | null> =>
  bucketFor(settings).getObject(NAME).catch(giveUp);

async function nameStore(settings: FileSettings): Promise<string> {
  const known = await nameOf(settings);
  if (known) return known;
  const name = newName();
  if (settings.S3_URL) await bucketFor(settings).putObject(NAME, name, 'text/plain').catch(giveUp);
  else {
    await mkdir(settings.DATA_DIR, { recursive: true });
    await writeFile(folderFile(settings), name, { mode: 0o600, flag: 'wx' });
  }
  return name;
}

/**
 * Makes the file store of the first process that of the installation, and refuses a process with another: it would not
 * find what the others keep. While files move into a bucket, a process on the bucket may start if it has the folder, too.
 */
export async function agreeOnStore(db: Db, settings: FileSettings): Promise<void> {
  const isAgreed = await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const agreed = (await readCurrent(tx)).find(({ name }) => name === 'FILES');
    if (!agreed) {
      await makeCurrent(tx, { FILES: await nameStore(settings) });
      return true;
    }
    const isThis = (name: string | null) =>
      name !== null && fingerprintsOf({ FILES: name })[0]!.fingerprint.equals(agreed.fingerprint);
    return isThis(await nameOf(settings)) || (settings.S3_URL !== undefined && isThis(await nameOfFolder(settings)));
  });
  if (isAgreed) return;
  const place = settings.S3_URL ? `the bucket ${settings.S3_URL}` : `the folder ${settings.DATA_DIR}`;
  throw new ConfigError(
    `The other processes keep their files elsewhere than in ${place}, so this one could not read them: set the same S3_URL on every ` +
      'process, or without one the same DATA_DIR. If all files are here on purpose, run `npm run move-files -- --finish` with ' +
      'these settings (docs/cluster.md).',
  );
}

/** Makes the store of these settings the installation's; `leave` ends what was before, one process at a time. */
export const changeStore = (db: Db, settings: FileSettings, leave: () => Promise<void>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    await leave();
    const name = await nameStore(settings);
    await tx.updateTable('keys_in_use').set({ is_current: false }).where('name', '=', 'FILES').execute();
    await makeCurrent(tx, { FILES: name });
  });
