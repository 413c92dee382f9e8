import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { largestArchive } from '@spotter/contract/moving-limits.ts';
import { inviteToSetUp } from '#features/accounts/index.ts';
import { ZipError, type ZipLimits } from '#platform/archive/zip-reader.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { type AppError, fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Imported, OrganizationExists, readImport } from './import-organization.ts';
import { FileFault } from './rows.ts';

const GIGABYTE = 1024 ** 3;
/** What an upload may contain when unpacked. */
const uploadLimits: ZipLimits = { files: 100_000, bytes: GIGABYTE };
/** The command line takes what its user has on disk. */
const commandLimits: ZipLimits = { files: 1_000_000, bytes: 64 * GIGABYTE };

type Acting = Parameters<typeof audit>[1];

/** Notes the import in the new organization's log, and queues the mails if they are wanted. */
const completing =
  (acting: Acting, sendSetup: boolean) =>
  async (tx: Db, { organization, members, sessions }: Imported): Promise<void> => {
    await audit(tx, acting, {
      action: 'organization.imported',
      targetType: 'organization',
      targetId: organization.id,
      organizationId: organization.id,
      data: { members, sessions },
    });
    if (!sendSetup) return;
    const active = await tx
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', organization.id)
      .where('is_active', '=', true)
      .execute();
    await inviteToSetUp(
      tx,
      organization.id,
      active.map(({ id }) => id),
    );
  };

/** Imports an organization that a super admin uploads. */
export async function importOrganization(ctx: Ctx, sendSetup: boolean, upload: Readable, files: FileStore) {
  const folder = join(ctx.config.DATA_DIR, 'uploads');
  const path = join(folder, `${newId()}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(upload, limited, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    return await readImport({
      path,
      limits: uploadLimits,
      files,
      transact: (work) => ctx.tx(work),
      complete: completing(ctx, sendSetup),
    });
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    await rm(path, { force: true });
  }
}

async function* limited(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of upload) {
    bytes += part.length;
    if (bytes > largestArchive) throw fail('body_too_large');
    yield part;
  }
}

function refusalOf(error: unknown): AppError | null {
  if (error instanceof OrganizationExists) return fail('organization_exists');
  if (!(error instanceof FileFault || error instanceof ZipError)) return null;
  const isConflict = error instanceof FileFault && error.isConflict;
  return fail(isConflict ? 'archive_conflicts' : 'archive_invalid', {
    details: { file: [error.message] },
    cause: error,
  });
}

type Command = {
  path: string;
  db: Db;
  files: FileStore;
  sendSetup: boolean;
  onFile?(file: string, rows: number): void;
};

/** Imports an organization at the terminal of its new home. */
export const importFromCommand = ({ path, db, files, sendSetup, onFile }: Command): Promise<Imported> =>
  readImport({
    path,
    limits: commandLimits,
    files,
    onFile,
    transact: (work) => db.transaction().execute(work),
    complete: completing(
      { caller: { userId: null, organizationId: null, emulatedBy: null }, requestId: 'import-organization' },
      sendSetup,
    ),
  }).catch((error: unknown) => {
    if (error instanceof OrganizationExists) throw new Error(fail('organization_exists').message);
    throw error;
  });
