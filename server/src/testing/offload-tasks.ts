import { pbkdf2 as pbkdf2Callback } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fail, fieldError } from '#platform/errors.ts';

const pbkdf2 = promisify(pbkdf2Callback);

/** What the tests of `offload.ts` let a process do. */
export type Order =
  | { answer: unknown }
  | { refuse: string }
  | { fault: string }
  | { parts: number }
  | { waitMs: number }
  | { loop: true }
  | { threads: true }
  | { megabytes: number }
  | { environment: true };

export default function obey(order: Order) {
  return 'parts' in order ? count(order.parts) : perform(order);
}

async function* count(parts: number) {
  for (let part = 0; part < parts; part++) yield part;
}

async function perform(order: Exclude<Order, { parts: number }>): Promise<unknown> {
  if ('answer' in order) return order.answer;
  if ('refuse' in order) throw fail('validation_failed', fieldError('file', order.refuse));
  if ('fault' in order) throw new Error(order.fault);
  if ('environment' in order) return process.env;
  if ('waitMs' in order) return sleep(order.waitMs, process.pid);
  if ('threads' in order) return pbkdf2('a', 'b', 1_000_000_000, 64, 'sha512');
  if ('megabytes' in order) return fill(order.megabytes);
  for (;;);
}

/** Outside the heap, as pictures are. */
async function fill(megabytes: number): Promise<number> {
  const kept: Buffer[] = [];
  for (let made = 0; made < megabytes; made += 16) {
    kept.push(Buffer.alloc(16 * 1024 * 1024, 1));
    await sleep(10);
  }
  return kept.length;
}
