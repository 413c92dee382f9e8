/** Preloaded into the server. Shifts its clock by the offset in a file, which may change at any time. */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE ?? '';
let offset = 0;
const read = () => {
  offset = Number(readFileSync(file, 'utf8')) || 0;
};
read();
setInterval(read, 50).unref();

const RealDate = Date;
const now = () => RealDate.now() + offset;
globalThis.Date = class extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static override now = now;
} as DateConstructor;
