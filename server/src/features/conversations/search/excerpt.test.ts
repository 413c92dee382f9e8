import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../../scripts/property-runs.ts';
import { excerptOf } from './excerpt.policy.ts';
import { wordsOf } from './search-words.policy.ts';

const marked = (content: string, text: string) =>
  excerptOf(content, wordsOf(text))
    .map((piece) => (piece.is_match ? `[${piece.text}]` : piece.text))
    .join('');

it('marks the words found, the last one by its beginning', () => {
  expect(marked('Leg day at six? Legs again!', 'day leg')).toBe('[Leg] [day] at six? [Legs] again!');
  expect(marked('Leg day at six? Legs again!', 'leg day')).toBe('[Leg] [day] at six? Legs again!');
});

it('forgives accents, capitals and apostrophes', () => {
  expect(marked("Zoë's CAFÉ near Straße 5", 'zoes cafe strasse')).toBe("[Zoë's] [CAFÉ] near [Straße] 5");
});

it('shows a long message around the first word found', () => {
  const long = `${'before '.repeat(100)}kettlebell ${'after '.repeat(100)}`;
  const shown = marked(long, 'kettle');
  expect(shown).toMatch(/^…(before )+\[kettlebell\] (after )+after…$/);
  expect(shown.length).toBeLessThan(200);
});

it('never changes, breaks or repeats a letter of the message', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.string({ unit: 'grapheme' }), (content, text) => {
      const shown = excerptOf(content, wordsOf(text))
        .map((piece) => piece.text)
        .join('');
      const line = content.replace(/\s+/g, ' ');
      expect(`…${line}…`).toContain(shown.replace(/^…/, '').replace(/…$/, ''));
      expect(shown.isWellFormed()).toBe(line.isWellFormed());
    }),
    runs(50),
  );
});
