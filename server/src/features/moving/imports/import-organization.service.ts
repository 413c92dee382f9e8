import type { ZipLimits } from '#platform/archive/zip-reader.ts';
import type { Db } from '#platform/db/connect.ts';
import { enterTenant } from '#platform/db/enter-tenant.ts';
import { contentTypeOf, type FileStore } from '#platform/file-store.ts';
import { isPicture } from '#platform/files/photo.ts';
import { type Archive, openArchive } from '../archive/archive.format.ts';
import { type Manifest, movedTables, PHOTO_FOLDER } from '../archive/archive-tables.format.ts';
import { readCatalog } from '../archive/catalog.repo.ts';
import { FileFault, readRows } from '../archive/rows.format.ts';
import { beginImport, hasActiveAdmin, insertFiles, isKnown } from './import-organization.repo.ts';
import { completeRows, insertRows, type Target } from './insert-rows.service.ts';

type Parts = {
  path: string;
  limits: ZipLimits;
  files: FileStore;
  /** Opens the transaction that takes all of it or nothing. */
  transact<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs in the same transaction, inside the new organization, once everything is in. */
  complete?(tx: Db, imported: Imported): Promise<void>;
  /** Hears of each file whose rows are in. */
  onFile?(file: string, rows: number): void;
};

export type Imported = { organization: Manifest['organization']; members: number; sessions: number };

/** The organization is in this installation already. */
export class OrganizationExists extends Error {}

/**
 * Imports a whole organization from the zip of an export, all or nothing. Ids stay, so that links, photos and codes keep
 * working. Throws a `ZipError`, a `FileFault` or `OrganizationExists` when the file can't be used.
 */
export async function readImport({ path, limits, files, transact, complete, onFile }: Parts): Promise<Imported> {
  const archive = await openArchive(path, limits);
  const stored: string[] = [];
  try {
    return await transact(async (tx) => {
      const imported = await fill(tx, archive, onFile);
      await storePhotos(archive, files, stored);
      await complete?.(tx, imported);
      return imported;
    });
  } catch (error) {
    for (const key of stored) await files.remove(key);
    throw error;
  } finally {
    archive.close();
  }
}

async function fill(tx: Db, { manifest, photos, read }: Archive, onFile: Parts['onFile']): Promise<Imported> {
  const { organization } = manifest;
  await beginImport(tx);
  await enterTenant(tx, organization.id);
  if (await isKnown(tx, organization.id)) throw new OrganizationExists();
  const catalog = await readCatalog(tx);
  const target: Target = { tx, organizationId: organization.id, photos: new Set(photos) };
  await notePhotos(target, manifest);
  const counts: Record<string, number> = {};
  for (const moved of movedTables) {
    const rows = readRows(moved.file, read(moved.file));
    counts[moved.table] = await insertRows(target, moved, catalog.get(moved.table)!, rows);
    if (counts[moved.table] !== manifest.files[moved.file]?.rows)
      throw new FileFault(moved.file, null, 'The file has another number of rows than the manifest says.');
    if (moved.table === 'organizations' && counts[moved.table] !== 1)
      throw new FileFault(moved.file, null, 'An export has exactly one organization.');
    onFile?.(moved.file, counts[moved.table]!);
  }
  for (const moved of movedTables)
    if (moved.later)
      await completeRows(target, moved, catalog.get(moved.table)!, readRows(moved.file, read(moved.file)));
  await refuseHeadless(tx, organization.id);
  return { organization, members: counts.users ?? 0, sessions: counts.sessions ?? 0 };
}

/** Faces of the sample gym are shared, so a photo may be here already; `storePhotos` compares them. */
async function notePhotos({ tx, organizationId, photos }: Target, { files }: Manifest): Promise<void> {
  const keys = [...photos];
  for (let start = 0; start < keys.length; start += 1_000) {
    const rows = keys.slice(start, start + 1_000).map((key) => ({
      key,
      organization_id: organizationId,
      content_type: contentTypeOf(key) ?? '',
      bytes: files[PHOTO_FOLDER + key]?.bytes ?? 0,
    }));
    await insertFiles(tx, rows);
  }
}

/** Nobody could look after an organization without an admin, or let another one in. */
async function refuseHeadless(tx: Db, organizationId: string): Promise<void> {
  if (!(await hasActiveAdmin(tx, organizationId)))
    throw new FileFault('members.csv', null, 'It needs at least one active organization admin.');
}

/** Stores the photos that aren't here yet, and writes down which. */
async function storePhotos({ photos, read }: Archive, files: FileStore, stored: string[]): Promise<void> {
  for (const key of photos) {
    const file = PHOTO_FOLDER + key;
    const type = contentTypeOf(key)!;
    const parts: Buffer[] = [];
    for await (const part of read(file)) parts.push(part);
    const body = Buffer.concat(parts);
    const known = await files.get(key);
    if (known?.body.equals(body)) continue;
    if (known) throw new FileFault(file, null, 'A different photo already has this name.', { isConflict: true });
    if (!(await isPicture(body, type)))
      throw new FileFault(file, null, "This file isn't the type of picture its name says.");
    stored.push(key);
    await files.put(key, body, type);
  }
}
