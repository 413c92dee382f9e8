import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { through } from './through.ts';
import {
  CENTRAL_LENGTH,
  END_LENGTH,
  END64_LENGTH,
  FULL_16,
  FULL_32,
  LOCAL_LENGTH,
  LOCATOR64_LENGTH,
  methods,
  signatures,
  ZIP64_EXTRA,
} from './zip-format.ts';

type Entry = { name: string; method: number; packed: number; size: number; offset: number };

export type ZipReader = {
  /** The names of the files and their sizes when unpacked, as the archive claims. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Unpacks a file in parts, and never more of it than the archive claims. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

export type ZipLimits = { files: number; bytes: number };

/** The archive is broken, too large, or uses what we never write. The message is a sentence for people. */
export class ZipError extends Error {}

const broken = (why: string) => new ZipError(`This zip file is damaged: ${why}.`);

/**
 * Opens a zip file that may come from anyone. Names are only looked up, never used as paths, so a name that climbs out
 * of its folder does nothing; it is refused all the same.
 */
export async function openZip(path: string, limits: ZipLimits): Promise<ZipReader> {
  const file = await open(path, 'r');
  try {
    const entries = await readEntries(file, limits);
    return {
      sizes: new Map([...entries.values()].map(({ name, size }) => [name, size])),
      read: (name) => unpack(path, file, entries.get(name)),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(position + length)) throw broken('its list of contents is broken');
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead < length) throw broken('it ends too early');
  return buffer;
}

type Directory = { count: number; length: number; start: number };

async function findDirectory(file: FileHandle): Promise<Directory> {
  const { size } = await file.stat();
  if (size < END_LENGTH) throw new ZipError("This isn't a zip file.");
  // We write no comment, so the record is the last thing in the file.
  const end = await readAt(file, size - END_LENGTH, END_LENGTH);
  if (end.readUInt32LE(0) !== signatures.end) throw new ZipError("This isn't a zip file, or it isn't complete.");
  const small = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), start: end.readUInt32LE(16) };
  if (small.count !== FULL_16 && small.start !== FULL_32) return small;
  const position = size - END_LENGTH - LOCATOR64_LENGTH;
  if (position < END64_LENGTH) throw broken('its list of contents is missing');
  const locator = await readAt(file, position, LOCATOR64_LENGTH);
  if (locator.readUInt32LE(0) !== signatures.locator64) throw broken('its list of contents is missing');
  const record = await readAt(file, position - END64_LENGTH, END64_LENGTH);
  if (record.readUInt32LE(0) !== signatures.end64) throw broken('its list of contents is missing');
  const number = (at: number) => Number(record.readBigUInt64LE(at));
  return { count: number(32), length: number(40), start: number(48) };
}

/** So long may the list be for each of its files: a name of ours is short. */
const LONGEST_LISTING = 512;

async function readEntries(file: FileHandle, limits: ZipLimits): Promise<Map<string, Entry>> {
  const { count, length, start } = await findDirectory(file);
  if (count > limits.files) throw new ZipError('This zip file contains too many files.');
  if (length > count * LONGEST_LISTING) throw broken('its list of contents is too long');
  const list = await readAt(file, start, length);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for (let at = 0; at < length; ) {
    if (at + CENTRAL_LENGTH > length || list.readUInt32LE(at) !== signatures.central)
      throw broken('its list of contents is broken');
    const [nameLength, extraLength] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30)];
    const nameAt = at + CENTRAL_LENGTH;
    const next = nameAt + nameLength + extraLength + list.readUInt16LE(at + 32);
    if (next > length) throw broken('its list of contents is broken');
    const entry = {
      name: list.toString('utf8', nameAt, nameAt + nameLength),
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      offset: offsetOf(list, at, list.subarray(nameAt + nameLength, nameAt + nameLength + extraLength)),
    };
    refuseName(entry.name);
    if (entries.has(entry.name)) throw broken(`${entry.name} is in it twice`);
    bytes += entry.size;
    if (bytes > limits.bytes) throw new ZipError('This zip file is too large when unpacked.');
    entries.set(entry.name, entry);
    at = next;
  }
  if (entries.size !== count) throw broken('its list of contents is broken');
  return entries;
}

function offsetOf(list: Buffer, at: number, extra: Buffer): number {
  const offset = list.readUInt32LE(at + 42);
  if (offset !== FULL_32) return offset;
  if (extra.length < 12 || extra.readUInt16LE(0) !== ZIP64_EXTRA) throw broken('its list of contents is broken');
  return Number(extra.readBigUInt64LE(4));
}

/** A plain name, in one folder at most. */
const goodName = /^([a-z-]+\/)?[A-Za-z0-9][A-Za-z0-9.-]*$/;

function refuseName(name: string): void {
  if (!goodName.test(name) || name.includes('..'))
    throw new ZipError(
      `This zip file contains a file that doesn't belong in it: ${JSON.stringify(name.slice(0, 100))}.`,
    );
}

async function* unpack(path: string, file: FileHandle, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw broken('a file is missing');
  const { name, method, packed, size, offset } = entry;
  const head = await readAt(file, offset, LOCAL_LENGTH);
  if (head.readUInt32LE(0) !== signatures.local) throw broken(`${name} can't be found in it`);
  if (method !== methods.stored && method !== methods.deflated) throw broken(`${name} is packed in an unknown way`);
  const start = offset + LOCAL_LENGTH + head.readUInt16LE(26) + head.readUInt16LE(28);
  let unpacked = 0;
  if (packed > 0) {
    const source = createReadStream(path, { start, end: start + packed - 1 });
    const content = method === methods.deflated ? through<Buffer>(source, createInflateRaw()) : source;
    try {
      for await (const part of content as AsyncIterable<Buffer>) {
        unpacked += part.length;
        if (unpacked > size) throw broken(`${name} is larger than it claims`);
        yield part;
      }
    } catch (error) {
      throw error instanceof ZipError ? error : broken(`${name} can't be unpacked`);
    } finally {
      source.destroy();
    }
  }
  if (unpacked !== size) throw broken(`${name} is not complete`);
}
