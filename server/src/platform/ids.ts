import { randomFillSync } from 'node:crypto';

const random = Buffer.alloc(10);
let lastMs = 0;
let counter = 0;

/** A UUIDv7: sorts by creation time, even within one millisecond of one process. */
export function newId(now = Date.now()): string {
  randomFillSync(random);
  if (now > lastMs) {
    lastMs = now;
    counter = random.readUInt16BE(0) & 0x7ff;
  } else {
    counter += 1;
    if (counter > 0xfff) {
      counter = 0;
      lastMs += 1;
    }
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const sequence = (0x7000 | counter).toString(16);
  const variant = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}-${random.toString('hex', 4, 10)}`;
}
