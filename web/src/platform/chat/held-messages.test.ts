import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { type HeldMessages, type Page, withMessage, withNewest, withOlder } from './held-messages.ts';

type Numbered = { seq: number; text?: string };
type Held = HeldMessages<Numbered>;

const PAGE_SIZE = 3;
/** The server's answer: the newest messages before a number, newest first. */
function pageOf(numbers: readonly number[], before = Number.POSITIVE_INFINITY): Page<Numbered> {
  const results = numbers.filter((seq) => seq < before).slice(-PAGE_SIZE);
  return { results: results.map((seq) => ({ seq })).reverse(), next: (results[0] ?? 1) > 1 ? 'older' : null };
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const numbersOf = ({ messages }: Held) => messages.map(({ seq }) => seq);
const nothing: Held = { messages: [], hasOlder: false, completeTo: 0 };

describe('held messages', () => {
  test('starts with the newest page, oldest message first', () => {
    const held = withNewest(undefined, pageOf(upTo(6)));
    expect([numbersOf(held), held.hasOlder]).toEqual([[4, 5, 6], true]);
    expect(withNewest(undefined, pageOf([]))).toEqual(nothing);
  });

  test('keeps older pages when the newest page is read again', () => {
    const grown = withOlder(withNewest(undefined, pageOf(upTo(6))), pageOf(upTo(6), 4), 4);
    expect([numbersOf(grown), grown.hasOlder]).toEqual([upTo(6), false]);
    const again = withNewest(grown, pageOf(upTo(7)));
    expect([numbersOf(again), again.hasOlder]).toEqual([upTo(7), false]);
  });

  test('drops messages before a gap', () => {
    const held = withNewest(withNewest(undefined, pageOf(upTo(3))), pageOf(upTo(12)));
    expect([numbersOf(held), held.hasOlder]).toEqual([[10, 11, 12], true]);
    // A message heard beyond the gap does not close it.
    const heard = withNewest(withMessage(withNewest(undefined, pageOf(upTo(3))), { seq: 9 }).held, pageOf(upTo(12)));
    expect([numbersOf(heard), heard.hasOlder]).toEqual([[10, 11, 12], true]);
  });

  test('inserts a message once, in order, and reports when an earlier one was missed', () => {
    const held = withNewest(undefined, pageOf(upTo(3)));
    expect(withMessage(held, { seq: 4 })).toMatchObject({ missed: false, held: { messages: { length: 4 } } });
    expect(withMessage(held, { seq: 3 }).held.messages).toHaveLength(3);
    expect(withMessage(held, { seq: 6 }).missed).toBe(true);
    expect(withMessage(nothing, { seq: 1 }).missed).toBe(false);
  });

  test('applies a change to a held message and ignores one that was not read yet', () => {
    const held = withNewest(undefined, pageOf(upTo(6)));
    const changed = withMessage(held, { seq: 5, text: 'edited' });
    expect(changed).toMatchObject({ missed: false, held: { messages: [{ seq: 4 }, { text: 'edited' }, { seq: 6 }] } });
    expect(withMessage(held, { seq: 2, text: 'edited' })).toEqual({ held, missed: false });
  });

  test('drops messages that the server no longer has', () => {
    const held = withNewest(undefined, pageOf(upTo(3)));
    expect(numbersOf(withNewest(held, pageOf([1, 3])))).toEqual([1, 3]);
  });

  test('ignores an older page that no longer fits', () => {
    const held = withNewest(undefined, pageOf(upTo(6)));
    const later = withNewest(held, pageOf(upTo(20)));
    expect(withOlder(later, pageOf(upTo(6), 4), 4)).toBe(later);
  });

  test('has no gap once the newest page is read, in any order of events and reads', () => {
    type Step = { does: 'write' | 'lose' | 'hear' | 'ask' | 'answer' | 'older'; which: number };
    const step = fc.record({
      does: fc.constantFrom<Step['does'][]>('write', 'write', 'lose', 'hear', 'hear', 'ask', 'answer', 'older'),
      which: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let server: number[] = [];
        let last = 0;
        let held = nothing;
        const underWay: Page<Numbered>[] = [];
        for (const { does, which } of steps) {
          if (does === 'write') server.push(++last);
          // Messages are deleted with their sender's account, and their numbers stay unused.
          if (does === 'lose') server = server.filter((_, index) => index !== which);
          const [seq] = server.slice(which % (server.length || 1));
          if (does === 'hear' && seq) held = withMessage(held, { seq }).held;
          if (does === 'ask') underWay.push(pageOf(server));
          const [answer] = does === 'answer' ? underWay.splice(which % (underWay.length || 1), 1) : [];
          if (answer) held = withNewest(held, answer);
          const before = held.messages[0]?.seq;
          if (does === 'older' && before && held.hasOlder) held = withOlder(held, pageOf(server, before), before);
          const numbers = numbersOf(held);
          expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
        }
        held = withNewest(held, pageOf(server));
        const numbers = numbersOf(held);
        const missing = server.filter((seq) => seq >= (numbers[0] ?? 0) && !numbers.includes(seq));
        expect(missing).toEqual([]);
        if (!held.hasOlder) expect(server.filter((seq) => !numbers.includes(seq))).toEqual([]);
      }),
      runs(500),
    );
  });
});
