import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { through } from './through.ts';
import {
  CENTRAL_LENGTH,
  END_LENGTH,
  END64_LENGTH,
  FLAGS,
  FULL_16,
  FULL_32,
  LOCAL_LENGTH,
  LOCATOR64_LENGTH,
  methods,
  signatures,
  ZIP64_EXTRA,
} from './zip-format.ts';

type Entry = { name: Buffer; method: number; crc: number; packed: number; size: number; offset: number };
type Written = { bytes: number; sha256: string };

export type ZipWriter = {
  /** Adds a file whose content comes in parts; only one part is in memory at a time. */
  add(name: string, content: AsyncIterable<Buffer | string>): Promise<Written>;
  /** Adds a file that is compressed already, such as a photo. */
  addStored(name: string, content: Buffer): Promise<Written>;
  /** Writes the list of contents. Answers the size of the archive. */
  finish(): Promise<number>;
  /** Gives the file up without finishing it. */
  abort(): Promise<void>;
};

/** 1 January 1980: two archives with the same contents are the same bytes. */
const NO_TIME = { time: 0, date: 0x21 };

const WRITTEN_AT_ONCE = 256 * 1024;

/** Writes a zip file as its contents come. Node deflates outside the event loop. */
export async function createZip(path: string): Promise<ZipWriter> {
  const file = await open(path, 'w', 0o600);
  const entries: Entry[] = [];
  let offset = 0;

  let pending: Buffer[] = [];
  let pendingBytes = 0;

  /** Many small pieces become few writes. */
  async function write(bytes: Buffer) {
    pending.push(bytes);
    pendingBytes += bytes.length;
    offset += bytes.length;
    if (pendingBytes >= WRITTEN_AT_ONCE) await flush();
  }
  async function flush() {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    await writeAll(file, bytes);
  }

  async function addEntry(name: string, method: number, content: AsyncIterable<Buffer>): Promise<Written> {
    const entry: Entry = { name: Buffer.from(name), method, crc: 0, packed: 0, size: 0, offset };
    await write(localHeader(entry));
    const hash = createHash('sha256');
    const measured = async function* () {
      for await (const part of content) {
        entry.crc = crc32(part, entry.crc);
        entry.size += part.length;
        hash.update(part);
        yield part;
      }
    };
    const deflated = method === methods.deflated;
    for await (const part of deflated ? through<Buffer>(Readable.from(measured()), createDeflateRaw()) : measured()) {
      entry.packed += part.length;
      await write(part);
    }
    if (entry.size >= FULL_32) throw new Error(`${name} is larger than 4 GB.`);
    await write(descriptor(entry));
    entries.push(entry);
    return { bytes: entry.size, sha256: hash.digest('hex') };
  }

  return {
    add: (name, content) => addEntry(name, methods.deflated, asBuffers(content)),
    addStored: (name, content) => addEntry(name, methods.stored, asBuffers([content])),
    async finish() {
      const start = offset;
      for (const entry of entries) await write(centralHeader(entry));
      for (const record of endRecords(entries.length, start, offset - start)) await write(record);
      await flush();
      await file.sync();
      await file.close();
      return offset;
    },
    abort: () => file.close(),
  };
}

async function writeAll(file: FileHandle, bytes: Buffer) {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written);
    written += bytesWritten;
  }
}

async function* asBuffers(content: AsyncIterable<Buffer | string> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of content) yield typeof part === 'string' ? Buffer.from(part) : part;
}

/** Little-endian numbers of 2, 4 or 8 bytes, one after another. */
function record(length: number, ...fields: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(length);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) buffer.writeUInt16LE(value, at);
    else if (bytes === 4) buffer.writeUInt32LE(value, at);
    else buffer.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return buffer;
}

const localHeader = ({ name, method }: Entry): Buffer =>
  Buffer.concat([
    record(
      LOCAL_LENGTH,
      [4, signatures.local],
      [2, 20],
      [2, FLAGS],
      [2, method],
      [2, NO_TIME.time],
      [2, NO_TIME.date],
      // The checksum and the sizes follow in the descriptor.
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

const descriptor = ({ crc, packed, size }: Entry): Buffer =>
  record(16, [4, signatures.descriptor], [4, crc], [4, packed], [4, size]);

function centralHeader({ name, method, crc, packed, size, offset }: Entry): Buffer {
  const isFar = offset >= FULL_32;
  const extra = isFar ? record(12, [2, ZIP64_EXTRA], [2, 8], [8, offset]) : Buffer.alloc(0);
  const head = record(
    CENTRAL_LENGTH,
    [4, signatures.central],
    [2, isFar ? 45 : 20],
    [2, isFar ? 45 : 20],
    [2, FLAGS],
    [2, method],
    [2, NO_TIME.time],
    [2, NO_TIME.date],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, extra.length],
    // No comment, the first disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? FULL_32 : offset],
  );
  return Buffer.concat([head, name, extra]);
}

function endRecords(count: number, start: number, length: number): Buffer[] {
  const needs64 = count >= FULL_16 || start + length >= FULL_32;
  const end = record(
    END_LENGTH,
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, needs64 ? FULL_16 : count],
    [2, needs64 ? FULL_16 : count],
    [4, needs64 ? FULL_32 : length],
    [4, needs64 ? FULL_32 : start],
    [2, 0],
  );
  if (!needs64) return [end];
  const end64 = record(
    END64_LENGTH,
    [4, signatures.end64],
    [8, END64_LENGTH - 12],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, length],
    [8, start],
  );
  const locator = record(LOCATOR64_LENGTH, [4, signatures.locator64], [4, 0], [8, start + length], [4, 1]);
  return [end64, locator, end];
}
