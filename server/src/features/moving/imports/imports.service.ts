import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { largestArchive } from '@spotter/contract/desk/moving-limits.ts';
import type { ZipLimits } from '#platform/archive/zip-reader.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError, tooLarge } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import { fileSettingsOf } from '#platform/files/open-files.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Acting, importApart } from './import-apart.service.ts';
import { readActiveMembers } from './import-organization.repo.ts';
import { type Imported, OrganizationExists, readImport } from './import-organization.service.ts';

const GIGABYTE = 1024 ** 3;
/** What an upload may contain when unpacked. */
const uploadLimits: ZipLimits = { files: 100_000, bytes: GIGABYTE };
/** The command line takes what its user has on disk. */
const commandLimits: ZipLimits = { files: 1_000_000, bytes: 64 * GIGABYTE };

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
    // Most imports mail nobody, and their process starts sooner without this.
    const { inviteToSetUp } = await import('#features/accounts/index.ts');
    await inviteToSetUp(tx, organization.id, await readActiveMembers(tx, organization.id));
  };

/** Imports an organization that a super admin uploads. */
export async function importOrganization(ctx: Ctx, sendSetup: boolean, upload: Readable, databaseUrl: string) {
  const folder = join(ctx.config.DATA_DIR, 'uploads');
  const path = join(folder, `${newId()}.zip`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(upload, limited, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    const { userId, organizationId, emulatedBy } = ctx.caller;
    const acting = { caller: { userId, organizationId, emulatedBy }, requestId: ctx.requestId };
    const outcome = await importApart({ path, settings: fileSettingsOf(ctx.config), databaseUrl, acting, sendSetup });
    if ('imported' in outcome) return outcome.imported;
    if (outcome.refused === 'organization_exists') throw fail('organization_exists');
    throw fail(outcome.refused, fieldError('file', outcome.message));
  } finally {
    await rm(path, { force: true });
  }
}

type Upload = { path: string; db: Db; files: FileStore; acting: Acting; sendSetup: boolean };

/** The part of it that runs in a process of its own. */
export const importUpload = ({ path, db, files, acting, sendSetup }: Upload): Promise<Imported> =>
  readImport({
    path,
    limits: uploadLimits,
    files,
    transact: (work) => db.transaction().execute(work),
    complete: completing(acting, sendSetup),
  });

async function* limited(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of upload) {
    bytes += part.length;
    if (bytes > largestArchive) throw tooLarge(largestArchive);
    yield part;
  }
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
