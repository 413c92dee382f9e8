import { storageLimits } from '@spotter/contract/limits.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { fail, laterToday } from '#platform/errors.ts';
import type { FileType } from '#platform/file-store.ts';
import type { Limits } from '#platform/limits.ts';

type Owner = { organizationId: string | null; userId: string };
type NewFile = { key: string; contentType: FileType; bytes: number };

/** Our namespace in PostgreSQL's advisory locks; the second key is the organization. */
const STORAGE_LOCKS = 8_402;

const lockStatement = statement('lock-storage', { owner: 'text' })(
  `select pg_advisory_xact_lock(${STORAGE_LOCKS}, hashtext($owner))`,
);
const keepStatement = statement('keep-file', {
  organizationId: 'uuid?',
  userId: 'uuid',
  key: 'text',
  contentType: 'text',
  bytes: 'int',
})(
  `insert into files (key, organization_id, stored_by, content_type, bytes)
  values ($key, $organizationId, $userId, $contentType, $bytes)`,
);
const usedStatement = statement('storage-used', { organizationId: 'uuid?', userId: 'uuid' })<{
  member: number;
  organization: number;
  times: number;
}>(
  `select coalesce((select sum(bytes) from files where stored_by = $userId
      and ($organizationId is null or organization_id = $organizationId)), 0)::float8 as member,
    coalesce((select sum(bytes) from files where organization_id = $organizationId), 0)::float8 as organization,
    coalesce((select storage_times from organizations where id = $organizationId), 1) as times`,
);

/**
 * Writes a file down in the transaction that uses it. Uploads of one organization wait for each other from here on, so
 * that no two take the last bytes; this comes before any other lock, so that none wait in a circle.
 */
export function keepFile(tx: Db, { organizationId, userId }: Owner, file: NewFile): void {
  send(tx, lockStatement, { owner: organizationId ?? userId });
  send(tx, keepStatement, { organizationId, userId, ...file });
}

const forgetStatement = statement('forget-file', { key: 'text' })<{ gone: boolean }>(
  'select forget_file($key) as gone',
);

/** Deletes the row of a file that nothing shows any more; says whether it did. */
export const forgetFile = async (tx: Db, key: string): Promise<boolean> =>
  (await run(tx, forgetStatement, { key }))[0]?.gone ?? false;

const keysStatement = statement('file-keys', {})<{ key: string }>('select key from files order by key');

/** The keys of all files of the installation. */
export const readFileKeys = async (db: Db): Promise<string[]> =>
  (await run(db, keysStatement, {})).map(({ key }) => key);

/** How much a member has stored, and how much they may. */
export async function memberStorage(read: Read, { organizationId, userId }: Owner) {
  const [used] = await read(usedStatement, { organizationId, userId });
  return { used_bytes: used!.member, most_bytes: storageLimits.member * used!.times };
}

const room = async (read: Read, { organizationId, userId }: Owner) => {
  const [used] = await read(usedStatement, { organizationId, userId });
  const { member, organization, times } = used!;
  return Math.min(storageLimits.member * times - member, storageLimits.organization * times - organization);
};

/** Before a picture is decoded: whether there is any room at all. */
export async function refuseFullStorage(read: Read, owner: Owner): Promise<void> {
  if ((await room(read, owner)) <= 0) throw fail('storage_full');
}

/** At the end of the transaction that kept a file, when it has given up the file it replaces. */
export async function refuseBeyondStorage(
  tx: Db,
  { limits, caller }: { limits: Limits; caller: Owner },
  bytes: number,
): Promise<void> {
  if ((await room(readsOf(tx), caller)) < 0) throw fail('storage_full');
  const secondsLeft = await limits.takeDaily(tx, 'stored_bytes', caller.userId, bytes);
  if (secondsLeft !== null) throw laterToday("You've added a lot of photos today. You can add more", secondsLeft);
}
