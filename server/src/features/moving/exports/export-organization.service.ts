import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createZip, type ZipWriter } from '#platform/archive/zip-writer.ts';
import type { Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/file-store.ts';
import { FORMAT, FORMAT_VERSION, type Manifest, movedTables, PHOTO_FOLDER } from '../archive/archive-tables.format.ts';
import { readCatalog } from '../archive/catalog.repo.ts';
import { writeCsv, writeJson } from '../archive/rows.format.ts';
import { beginSnapshot, photoKeys, readCells, readObjects, readOrganization } from './export-organization.repo.ts';
import { readme } from './readme.words.ts';

const { version: PRODUCT_VERSION } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

type Parts = {
  /** Inside the organization's walls. */
  db: Db;
  files: FileStore;
  organizationId: string;
  path: string;
  now: Date;
  /** Hears how far it is, from 0 to 100. */
  onProgress?(percent: number): Promise<void>;
};

/**
 * Writes everything of an organization into a zip file, as of one moment: all rows are read in one snapshot. The file
 * gets its name when it is complete. Only a batch of rows is in memory at a time, whatever the size.
 */
export async function writeExport(parts: Parts): Promise<{ manifest: Manifest; bytes: number }> {
  const unfinished = `${parts.path}.part`;
  const zip = createZip(unfinished);
  try {
    const manifest = await parts.db.transaction().execute(async (tx) => {
      await beginSnapshot(tx);
      return fill(zip, tx, parts);
    });
    const bytes = await zip.finish();
    await rename(unfinished, parts.path);
    return { manifest, bytes };
  } catch (error) {
    // What went wrong first is what the caller hears.
    await zip.abort().catch(() => {});
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fill(zip: ZipWriter, tx: Db, { files, organizationId, now, onProgress }: Parts): Promise<Manifest> {
  const catalog = await readCatalog(tx);
  const organization = await readOrganization(tx, organizationId);
  const contents: Manifest['files'] = {};
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product_version: PRODUCT_VERSION,
    made_at: now.toISOString(),
    organization,
    files: contents,
  };
  const steps = movedTables.length + 1;
  const lost = await addPhotos(zip, tx, { files, organizationId, contents });
  for (const [index, moved] of movedTables.entries()) {
    await onProgress?.(Math.floor(((index + 1) / steps) * 100));
    let rows = 0;
    const source = { moved, facts: catalog.get(moved.table)!, organizationId, lost };
    const note = (batch: number) => {
      rows += batch;
    };
    const text = moved.file.endsWith('.csv')
      ? writeCsv(moved.columns, counted(readCells(tx, source), note))
      : writeJson(counted(readObjects(tx, source), note));
    contents[moved.file] = { ...(await zip.add(moved.file, text)), rows };
  }
  contents['README.txt'] = await zip.add('README.txt', once(readme(organization.name)));
  await zip.add('manifest.json', once(`${JSON.stringify(manifest, null, 2)}\n`));
  return manifest;
}

async function* counted<T>(batches: AsyncIterable<T[]>, note: (rows: number) => void) {
  for await (const batch of batches) {
    note(batch.length);
    yield batch;
  }
}

async function* once(text: string) {
  yield text;
}

type Photos = { files: FileStore; organizationId: string; contents: Manifest['files'] };

/** Adds every photo that a moved row shows, and answers the keys of those that are lost. */
async function addPhotos(zip: ZipWriter, tx: Db, { files, organizationId, contents }: Photos): Promise<string[]> {
  const lost: string[] = [];
  for await (const batch of photoKeys(tx, organizationId))
    for (const { key } of batch) {
      const stored = await files.get(key);
      if (!stored) lost.push(key);
      else contents[PHOTO_FOLDER + key] = await zip.addStored(PHOTO_FOLDER + key, stored.body);
    }
  return lost;
}
