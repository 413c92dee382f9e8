import { createHash } from 'node:crypto';
import { openZip, ZipError, type ZipLimits, type ZipReader } from '#platform/archive/zip-reader.ts';
import { contentTypeOf } from '#platform/file-store.ts';
import { FORMAT_VERSION, Manifest, movedTables, PHOTO_FOLDER } from './archive-tables.format.ts';
import { FileFault } from './rows.format.ts';

/** An export that was checked: complete, unchanged, and of a version we know. */
export type Archive = {
  manifest: Manifest;
  /** The keys of its photos. */
  photos: string[];
  read: ZipReader['read'];
  close: ZipReader['close'];
};

const LARGEST_MANIFEST = 64 * 1024 * 1024;
const LARGEST_PHOTO = 16 * 1024 * 1024;

/** Opens an export and checks everything about it but its rows. Throws a `FileFault` or a `ZipError`. */
export async function openArchive(path: string, limits: ZipLimits): Promise<Archive> {
  const zip = await openZip(path, limits);
  try {
    const manifest = await readManifest(zip);
    const photos = checkContents(zip, manifest);
    for (const [file, { sha256 }] of Object.entries(manifest.files)) {
      const hash = createHash('sha256');
      for await (const part of zip.read(file)) hash.update(part);
      if (hash.digest('hex') !== sha256)
        throw new FileFault(file, null, 'The file was changed after the export. Import the zip as it was downloaded.');
    }
    return { manifest, photos, read: zip.read, close: zip.close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readManifest(zip: ZipReader): Promise<Manifest> {
  const file = 'manifest.json';
  const size = zip.sizes.get(file);
  if (size === undefined || size > LARGEST_MANIFEST)
    throw new ZipError("This zip file isn't a Spotter export: it has no manifest.json.");
  const parts: Buffer[] = [];
  for await (const part of zip.read(file)) parts.push(part);
  const given = asJson(Buffer.concat(parts).toString());
  const version = (given as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > FORMAT_VERSION)
    throw new FileFault(
      file,
      null,
      'This export was made by a newer version of Spotter. Update this installation first.',
    );
  const manifest = Manifest.safeParse(given);
  if (!manifest.success || version !== FORMAT_VERSION)
    throw new FileFault(file, null, 'This is not the manifest of a Spotter export.');
  return manifest.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The manifest and the zip list the same files, all needed ones are there, and nothing else. Answers the photos. */
function checkContents(zip: ZipReader, { files }: Manifest): string[] {
  const needed = movedTables.map(({ file }): string => file);
  for (const file of needed)
    if (!Object.hasOwn(files, file)) throw new FileFault(file, null, 'The file is missing from the export.');
  for (const [file, { bytes }] of Object.entries(files)) {
    const size = zip.sizes.get(file);
    if (size === undefined) throw new FileFault(file, null, 'The file is missing from the export.');
    if (size !== bytes) throw new FileFault(file, null, 'The file was changed after the export.');
  }
  const photos: string[] = [];
  for (const [file, size] of zip.sizes) {
    if (file === 'manifest.json') continue;
    const key = file.startsWith(PHOTO_FOLDER) ? file.slice(PHOTO_FOLDER.length) : null;
    const isKnown = file === 'README.txt' || (key === null ? needed.includes(file) : contentTypeOf(key) !== null);
    if (!Object.hasOwn(files, file) || !isKnown)
      throw new FileFault(file, null, "The file doesn't belong in an export.");
    if (key === null) continue;
    if (size > LARGEST_PHOTO) throw new FileFault(file, null, 'The photo is too large.');
    photos.push(key);
  }
  return photos;
}
