import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/*
 * Pictures that are small to send and dear to open. Nothing here is drawn: the bytes are put together by hand, so that a
 * picture of gigabytes takes a moment to make.
 */

const be32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const be16 = (value: number) => Buffer.from([value >>> 8, value]);
const le32 = (value: number) => be32(value).reverse();
const le24 = (value: number) => le32(value).subarray(0, 3);

const MEGABYTE = 2 ** 20;
/** A million zeros, flushed so that copies can follow each other. Flags: Z_FULL_FLUSH. */
const millionZeros = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush: 3 });

/** Deflated zeros, about a thousandth of their size. */
export function deflatedZeros(length: number): Buffer {
  const rest = deflateRawSync(Buffer.alloc(length % MEGABYTE), { level: 9 });
  return Buffer.concat([...Array<Buffer>(Math.floor(length / MEGABYTE)).fill(millionZeros), rest]);
}

/** The same with zlib's header and checksum, which for zeros follows from their number. */
const zlibZeros = (length: number) =>
  Buffer.concat([Buffer.from([0x78, 0xda]), deflatedZeros(length), be16(length % 65_521), be16(1)]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([be32(data.length), named, be32(crc32(named))]);
}

/** Turned by 90°, so that all pixels are needed before the first can be written. */
const orientation = chunk('eXIf', Buffer.from('4d4d002a0000000800010112000300000001000600000000000000', 'hex'));

type Png = {
  width: number;
  height: number;
  depth?: 8 | 16;
  interlaced?: boolean;
  /** Chunks before the pixels. */
  before?: Buffer[];
  /** In bytes; the pixels otherwise stand in one chunk. */
  pieces?: number;
  /** Leaves the pixels out. */
  headOnly?: boolean;
};

/** A black picture with four channels. */
export function png({ width, height, depth = 8, interlaced, before = [], pieces, headOnly }: Png): Buffer<ArrayBuffer> {
  const head = [be32(width), be32(height), Buffer.from([depth, 6, 0, 0, interlaced ? 1 : 0])];
  const bytes = (columns: number, rows: number) => (columns > 0 ? rows * (1 + (columns * 4 * depth) / 8) : 0);
  const every = (length: number, first: number, step: number) => Math.max(0, Math.ceil((length - first) / step));
  // Adam7: first column, first row, step of columns, step of rows.
  const passes = interlaced
    ? [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] // biome-ignore format: a table
    : [[0, 0, 1, 1]];
  const length = passes.reduce(
    (sum, [x = 0, y = 0, dx = 1, dy = 1]) => sum + bytes(every(width, x, dx), every(height, y, dy)),
    0,
  );
  const data = headOnly ? Buffer.alloc(0) : zlibZeros(length);
  const parts = pieces ? Math.ceil(data.length / pieces) : 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat(head)),
    ...before,
    ...Array.from({ length: parts }, (_, index) =>
      chunk('IDAT', pieces ? data.subarray(index * pieces, (index + 1) * pieces) : data),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const packedText = (type: 'zTXt' | 'iCCP', length: number) =>
  chunk(type, Buffer.concat([Buffer.from('name\0\0', 'latin1'), zlibZeros(length)]));

function animatedPng(side: number, frames: number): Buffer {
  const control = (sequence: number) =>
    chunk('fcTL', Buffer.concat([...[sequence, side, side, 0, 0].map(be32), Buffer.from([0, 1, 0, 1, 0, 0])]));
  const pixels = zlibZeros(side * (1 + side * 4));
  const more = Array.from({ length: frames - 1 }, (_, index) => [
    control(index * 2 + 1),
    chunk('fdAT', Buffer.concat([be32(index * 2 + 2), pixels])),
  ]).flat();
  const still = png({ width: side, height: side, before: [chunk('acTL', Buffer.concat([be32(frames), be32(0)])), control(0)] }); // biome-ignore format: one picture
  // The frames stand before IEND, which takes 12 bytes.
  return Buffer.concat([still.subarray(0, -12), ...more, still.subarray(-12)]);
}

/** Bits as JPEG stores them: filled up with ones, and a zero byte after each 0xff. */
function entropyCoded(bits: string): Buffer {
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((eight) => Number.parseInt(eight.padEnd(8, '1'), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data]);
/** A Huffman table with one code, `0`. */
const oneCode = (table: number, symbol: number) => segment(0xc4, Buffer.from([table, 1, ...Array(15).fill(0), symbol]));

type Jpeg = {
  width: number;
  height: number;
  kind: 'progressive' | 'baseline' | 'arithmetic';
  channels?: 1 | 4;
  scans?: number;
};

/**
 * A grey picture. Progressive ones are decoded once for each scan, and a scan that changes nothing takes some fifty bytes.
 */
export function jpeg({ width, height, kind, channels = 1, scans = 0 }: Jpeg): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const ids = Array.from({ length: channels }, (_, index) => index + 1);
  const frame = Buffer.concat([
    Buffer.from([8]),
    be16(height),
    be16(width),
    Buffer.from([channels, ...ids.flatMap((id) => [id, 0x11, 0])]),
  ]);
  const scanOf = (of: number[], [first, last]: [number, number], low: number) =>
    segment(0xda, Buffer.from([of.length, ...of.flatMap((id) => [id, 0]), first, last, low]));
  const marker = { baseline: 0xc0, progressive: 0xc2, arithmetic: 0xc9 }[kind];
  const parts: Buffer[] = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.from([0, ...Array(64).fill(1)])),
    segment(marker, frame),
    oneCode(0x00, 0),
  ];
  // One zero bit is a block like the one before it; in a baseline picture a second one ends the block.
  const bits = kind === 'progressive' ? blocks * channels : blocks * channels * 2;
  const pixels = kind === 'arithmetic' ? Buffer.alloc(64) : Buffer.alloc(Math.ceil(bits / 8));
  if (kind !== 'progressive') parts.push(oneCode(0x10, 0), scanOf(ids, [0, 63], 0), pixels);
  else {
    // The symbol 0xe0 with 14 more bits: the next 32,767 blocks stay as they are.
    const runs = entropyCoded(`0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767)));
    const again = Buffer.concat([scanOf([1], [1, 63], 0), runs]);
    parts.push(scanOf(ids, [0, 0], 0), pixels, oneCode(0x10, 0xe0), ...Array<Buffer>(scans).fill(again));
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
}

/** Least significant bit first, as lossless WebP reads them. */
function packed(fields: [value: number, bits: number][]): Buffer {
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, at) => (value >>> at) & 1));
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit, at) => byte | (bit << at), 0),
  );
  return Buffer.from(bytes);
}

const riff = (name: string, data: Buffer) =>
  Buffer.concat([Buffer.from(name, 'latin1'), le32(data.length), data, Buffer.alloc(data.length % 2)]);
const webpOf = (data: Buffer) => riff('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), data]));

/** One color: no transforms, no cache, and five codes that take no bits. */
function losslessWebp(width: number, height: number): Buffer {
  const code: [number, number][] = [[1, 1], [0, 1], [0, 1], [0, 1]]; // biome-ignore format: bits
  const head: [number, number][] = [[width - 1, 14], [height - 1, 14], [1, 1], [0, 3], [0, 3]]; // biome-ignore format: bits
  return riff(
    'VP8L',
    Buffer.concat([Buffer.from([0x2f]), packed([...head, ...code, ...code, ...code, ...code, ...code])]),
  );
}

export const webp = (width: number, height: number) => webpOf(losslessWebp(width, height));

function animatedWebp(side: number, frames: number): Buffer {
  const size = Buffer.concat([le24(side - 1), le24(side - 1)]);
  const frame = riff(
    'ANMF',
    Buffer.concat([Buffer.alloc(6), size, le24(1), Buffer.from([0]), losslessWebp(side, side)]),
  );
  const head = riff('VP8X', Buffer.concat([Buffer.from([0x12, 0, 0, 0]), size]));
  return webpOf(Buffer.concat([head, riff('ANIM', Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)]));
}

/** An `about` that no drawing program writes makes the file long; the rest makes it slow. */
const svg = (inside: string, about = 'viewBox="0 0 1000 1000"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${about}>${inside}</svg>`);

/** Each of its groups shows the one before it ten times. */
const nested = (wrap: (level: number, before: string) => string) =>
  Array.from({ length: 9 }, (_, level) => wrap(level + 1, `<use href="#g${level}"/>`.repeat(10))).join('');

const filters = [
  '<feTurbulence baseFrequency="0.9" numOctaves="100"/>',
  '<feGaussianBlur stdDeviation="400"/>',
  '<feMorphology operator="dilate" radius="500"/>',
  `<feConvolveMatrix order="50" kernelMatrix="${'1 '.repeat(2500)}"/>`,
  '<feSpecularLighting><fePointLight x="1" y="1" z="1"/></feSpecularLighting>',
].join('');

const LARGEST = 5 * MEGABYTE;
const filled = (part: string, most = LARGEST - 1_000) => part.repeat(Math.floor(most / part.length));

/** Every hostile picture by its name, each made when it is asked for. All fit into an upload. */
export const hostilePictures: Record<string, () => Buffer> = {
  'png 7740² 16 bit interlaced, turned': () =>
    png({ width: 7740, height: 7740, depth: 16, interlaced: true, before: [orientation] }),
  'png 7740² 16 bit': () => png({ width: 7740, height: 7740, depth: 16 }),
  'png 2500² 16 bit interlaced, turned': () =>
    png({ width: 2500, height: 2500, depth: 16, interlaced: true, before: [orientation] }),
  'png 3500² 8 bit': () => png({ width: 3500, height: 3500, before: [orientation] }),
  'png 4800², 100 MB interlaced': () => png({ width: 4800, height: 4800, interlaced: true }),
  'png of 100 megapixels, head only': () => png({ width: 10_000, height: 10_000, headOnly: true }),
  'png 1 × 50,000,000': () => png({ width: 1, height: 50_000_000 }),
  'png in 400,000 chunks': () => png({ width: 3000, height: 3000, pieces: 1, before: Array(360_000).fill(chunk('tEXt', Buffer.from('a'))) }), // biome-ignore format: one picture
  'png with packed text of 4 GB': () => png({ width: 10, height: 10, before: [packedText('zTXt', 4_000 * MEGABYTE)] }),
  'png with packed profile of 4 GB': () =>
    png({ width: 10, height: 10, before: [packedText('iCCP', 4_000 * MEGABYTE)] }),
  'png with 200 frames of 2000²': () => animatedPng(2000, 200),
  'jpeg 7700² in 50,000 scans': () => jpeg({ width: 7700, height: 7700, kind: 'progressive', scans: 50_000 }),
  'jpeg 5000² in 90 scans': () => jpeg({ width: 5000, height: 5000, kind: 'progressive', scans: 90 }),
  'jpeg 65,500 × 900': () => jpeg({ width: 65_500, height: 900, kind: 'baseline' }),
  'jpeg 65,500²': () => jpeg({ width: 65_500, height: 65_500, kind: 'arithmetic' }),
  'jpeg 5000² of four inks': () => jpeg({ width: 5000, height: 5000, kind: 'baseline', channels: 4 }),
  'jpeg 7700² arithmetic': () => jpeg({ width: 7700, height: 7700, kind: 'arithmetic' }),
  'webp 16,383²': () => webp(16_383, 16_383),
  'webp 7700²': () => webp(7700, 7700),
  'webp 5000²': () => webp(5000, 5000),
  'webp with 20,000 frames of 4000²': () => animatedWebp(4000, 20_000),
  'svg of groups of groups': () => svg(`<rect id="g0" width="1" height="1"/>${nested((level, inside) => `<g id="g${level}">${inside}</g>`)}`), // biome-ignore format: one picture
  'svg of filters': () => svg(`<filter id="f" x="-9" y="-9" width="99" height="99">${filters}</filter>${'<rect width="1000" height="1000" filter="url(#f)"/>'.repeat(100)}`), // biome-ignore format: one picture
  'svg of patterns in patterns': () => svg(`${Array.from({ length: 30 }, (_, n) => `<pattern id="p${n + 1}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="9" height="9" fill="url(#p${n})"/></pattern>`).join('')}<rect width="1000" height="1000" fill="url(#p30)"/>`), // biome-ignore format: one picture
  'svg of masks in masks': () => svg(`${Array.from({ length: 200 }, (_, n) => `<mask id="m${n + 1}"><rect width="1000" height="1000" fill="#fff" mask="url(#m${n})"/></mask>`).join('')}<rect width="1000" height="1000" mask="url(#m200)"/>`), // biome-ignore format: one picture
  'svg of a billion units': () => svg('<circle r="9e8"/>', 'width="1e9" height="1e9" viewBox="0 0 1e9 1e9"'),
  'svg with a path of 5 MB': () => svg(`<path stroke="#000" stroke-dasharray=".01" stroke-width="9" d="M0 0${filled('l99-9-9 99')}"/>`), // biome-ignore format: one picture
  'svg 300,000 deep': () => svg(`${filled('<g>', LARGEST / 3)}${filled('</g>', LARGEST / 2)}`),
  'svg of 300,000 rules': () =>
    svg(`<style>${filled('g g>g *{x:1}', LARGEST / 2)}</style>${filled('<g/>', LARGEST / 4)}`),
  'svg in capitals and spaces': () => svg(filled('< g o = "'), 'viewBox="0 0 1 1"'),
  'svg packed': () => gzipSync(Buffer.alloc(4 * MEGABYTE, '<g>'), { level: 9 }),
};
