import { type Entry, openPromise, type ZipFile } from 'yauzl';

export type ZipReader = {
  /** The names of the files and their sizes when unpacked, as the archive claims. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Unpacks a file in parts, and never more of it than the archive claims. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
};

export type ZipLimits = { files: number; bytes: number };

/** The archive is broken, too large, or uses what we never write. The message is a sentence for people. */
export class ZipError extends Error {}

const broken = (why: string, cause?: unknown) => new ZipError(`This zip file is damaged: ${why}.`, { cause });

/**
 * Opens a zip file that may come from anyone, and judges it by its list of contents before anything is unpacked. Names
 * are only looked up, never used as paths, so a name that climbs out of its folder does nothing; it is refused all the same.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<ZipReader> {
  // Without decoded strings yauzl leaves names to us.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((cause: Error) => {
    throw new ZipError("This isn't a zip file.", { cause });
  });
  try {
    const entries = await readEntries(zip, limits);
    return {
      sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      read: (name) => unpack(zip, name, entries.get(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof ZipError ? error : broken('its list of contents is broken', error);
  }
}

async function readEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.files) throw new ZipError('This zip file contains too many files.');
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (entries.has(name)) throw broken(`${name} is in it twice`);
    bytes += entry.uncompressedSize;
    if (bytes > limits.bytes) throw new ZipError('This zip file is too large when unpacked.');
    entries.set(name, entry);
  }
  return entries;
}

/** A plain name, in one folder at most. */
const goodName = /^([a-z-]+\/)?[A-Za-z0-9][A-Za-z0-9.-]*$/;
const LONGEST_NAME = 200;

function nameOf({ fileNameRaw }: Entry): string {
  const name = fileNameRaw.toString('utf8', 0, LONGEST_NAME);
  if (fileNameRaw.length > LONGEST_NAME || !goodName.test(name) || name.includes('..'))
    throw new ZipError(
      `This zip file contains a file that doesn't belong in it: ${JSON.stringify(name.slice(0, 100))}.`,
    );
  return name;
}

async function* unpack(zip: ZipFile, name: string, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw broken('a file is missing');
  try {
    // yauzl stops at the first byte beyond the claimed size.
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw broken(`${name} can't be unpacked, or isn't as large as it claims`, error);
  }
}
