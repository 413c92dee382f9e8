import { crc32 } from 'node:zlib';
import { largestArchive } from '@spotter/contract/desk/moving-limits.ts';
import { largestImage } from '@spotter/contract/limits.ts';
import { largestImport, mostImportRows } from '@spotter/contract/users/import-fields.ts';
import { deflatedZeros, hostilePictures } from './hostile-pictures.ts';

const repeated = (part: string, most: number) => part.repeat(Math.floor(most / Buffer.byteLength(part)));
const text = (content: string) => Buffer.from(content);

const head = 'First name,Last name,Email,Phone,Joined\n';
const rows = (count: number, row: (number: number) => string) =>
  text(head + Array.from({ length: count }, (_, number) => row(number)).join('\n'));
const person = (number: number) => `Ana,Number,m${number}@hostile.example,+61 400 000 000,2026-01-31`;

/** One in each minute, or all in one. */
function sessionRows(title: (number: number) => string): Buffer {
  const lines = Array.from({ length: mostImportRows }, (_, number) => {
    const minute = title(number) === title(0) && number > 0 ? 0 : number % 60;
    return `${title(number)},2031-05-01,18:${String(minute).padStart(2, '0')},Location 0,member-${number % 1_000}@gym-0.example`;
  });
  return text(`Session name,Date,Start time,Location,Member (email or name)\n${lines.join('\n')}`);
}

/** Tables that are dear to read, each up to the largest import. */
export const hostileTables: Record<string, () => Buffer> = {
  'csv of 90 KB of empty lines': () => text(`${head}${'\n'.repeat(90_000)}`),
  'csv of 5 MB of empty lines': () => text(head + '\n'.repeat(largestImport - head.length)),
  'csv of empty lines in three kinds': () => text(head + repeated('\r\n\r\n\n\r', 1_000_000)),
  'csv with one cell of 5 MB': () => text(head + 'a'.repeat(largestImport - head.length)),
  'csv with a quote that never ends': () => text(`${head}"${'a\n'.repeat(largestImport / 2 - head.length)}`),
  'csv of quotes': () => text(head + repeated('"""""",""\n', largestImport - head.length)),
  'csv of commas': () => text(head + ','.repeat(largestImport - head.length)),
  'csv of 200 columns': () =>
    text(`${Array.from({ length: 200 }, (_, n) => `c${n}`).join()}\n${repeated(`${'a,'.repeat(199)}a\n`, 4_500_000)}`),
  'csv of 5,000 members': () => rows(mostImportRows, person),
  'csv of 5,000 rows with five errors each': () =>
    rows(mostImportRows, () => `${'x'.repeat(90)},,no mail,words,31/31/31`),
  'csv of 5,000 times the same member': () => rows(mostImportRows, () => person(1)),
  'csv of 5,000 sessions': () => sessionRows((number) => `Session ${number}`),
  'csv of 5,000 bookings of one session': () => sessionRows(() => 'Leg day'),
  'csv of 5 MB of rows': () => text(head + repeated(`${person(1)}\n`, largestImport - head.length)),
  'csv in UTF-16': () =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(repeated('a,b,c\n', 2_000_000), 'utf16le')]),
  'csv in a heading of 90 KB': () => text(`${'First name,'.repeat(8_000)}\n${person(1)}`),
};

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 };
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22];

type Entry = { name: string; packed: Buffer; size: number; crc?: number };

/** Version, flags (UTF-8), method (deflated), time, day, checksum, sizes and the length of the name. */
function writeCommon(into: Buffer, at: number, { name, packed, size, crc = 0 }: Entry): void {
  for (const [index, value] of [20, 0x0800, 8, 0, 0].entries()) into.writeUInt16LE(value, at + index * 2);
  for (const [index, value] of [crc, packed.length, size].entries()) into.writeUInt32LE(value, at + 10 + index * 4);
  into.writeUInt16LE(Buffer.byteLength(name), at + 22);
}

/** A zip file of deflated entries, by hand: its sizes may lie, and its entries may share their bytes. */
export function zipOf(entries: readonly Entry[], { shared = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const name = Buffer.from(entry.name);
    const central = Buffer.alloc(CENTRAL_LENGTH);
    central.writeUInt32LE(signatures.central);
    writeCommon(central, 6, entry);
    central.writeUInt32LE(shared ? 0 : offset, 42);
    directory.push(central, name);
    if (shared && index > 0) continue;
    const local = Buffer.alloc(LOCAL_LENGTH);
    local.writeUInt32LE(signatures.local);
    writeCommon(local, 4, entry);
    parts.push(local, name, entry.packed);
    offset += local.length + name.length + entry.packed.length;
  }
  const end = Buffer.alloc(END_LENGTH);
  const listed = Buffer.concat(directory);
  end.writeUInt32LE(signatures.end);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const GIGABYTE = 1_000_000_000;
const zeros = (name: string, size: number): Entry => ({ name, packed: deflatedZeros(size), size });
const empty = { packed: Buffer.from([3, 0]), size: 0 };

/** Archives as the import of an organization would get them. */
export const hostileArchives: Record<string, () => Buffer> = {
  'zip with a list of contents of 3 GB': () => zipOf([zeros('manifest.json', 3 * GIGABYTE)]),
  'zip that says 10 bytes and has 3 GB': () =>
    zipOf([{ ...zeros('manifest.json', 3 * GIGABYTE), size: 10, crc: crc32('') }]),
  'zip of 60,000 empty files': () =>
    zipOf(Array.from({ length: 60_000 }, (_, number) => ({ name: `files/${number}.webp`, ...empty }))),
  'zip of 60,000 files with one name': () => zipOf(Array(60_000).fill({ name: 'manifest.json', ...empty })),
  'zip of 60,000 files that share 1 GB': () => {
    const one = zeros('', GIGABYTE);
    return zipOf(
      Array.from({ length: 60_000 }, (_, number) => ({ ...one, name: `rows/${number}.jsonl` })),
      { shared: true },
    );
  },
  'zip with a name of 60 KB': () => zipOf([{ name: '../'.repeat(20_000), ...empty }]),
};

/** A form of ten thousand fields. */
export function manyParts(boundary: string, parts = 10_000): Buffer {
  const one = (number: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="field${number}"; filename="a"\r\n\r\nx\r\n`;
  return text(`${Array.from({ length: parts }, (_, number) => one(number)).join('')}--${boundary}--\r\n`);
}

export type HostileFile = { name: string; make: () => Buffer };

const tablesOfFiles = [hostilePictures, hostileTables, hostileArchives].map((table) =>
  Object.entries(table).map(([name, make]): HostileFile => ({ name, make })),
);

/** Every hostile file, the kinds in turn; a call gets those that its limits let pass. */
export const hostileFiles: HostileFile[] = tablesOfFiles
  .flatMap((files) => files.map((file, index) => ({ file, index })))
  .toSorted((one, other) => one.index - other.index)
  .map(({ file }) => file);

/** How large each kind may be. */
export function largestOf(name: string): number {
  if (name.startsWith('zip')) return largestArchive;
  return name.startsWith('csv') ? largestImport : largestImage;
}
