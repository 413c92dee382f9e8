import { crc32, deflateSync } from 'node:zlib';

/** A small drawing that takes a processor seconds: each of its groups shows the one before it ten times. */
export function endlessDrawing(about: string): File {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  );
  const text = `<svg xmlns="http://www.w3.org/2000/svg" ${about}><rect id="g0" width="1" height="1"/>${levels.join('')}</svg>`;
  return new File([text], 'me.png');
}

/** The seconds of processor time that this process spends on some work. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** A PNG whose header promises much more than its few bytes hold. */
export function pngOf({ width = 1, height = 1, depth = 1, color = 0, interlaced = false }): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const checked = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(checked));
    return Buffer.concat([length, checked, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlaced ? 1 : 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
