import { expect, test } from 'vitest';
import { fewEmojis, oneEmoji } from './emoji.ts';

test.each(['👍', '👍🏽', '❤', '❤️', '1️⃣', '#️⃣', '1⃣', '🇦🇺', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏋🏽‍♀️', '❤️‍🔥'])('%s is one emoji', (text) => {
  expect(text).toMatch(oneEmoji);
  expect(text.repeat(5)).toMatch(fewEmojis);
  expect(text.repeat(2)).not.toMatch(oneEmoji);
  expect(text.repeat(6)).not.toMatch(fewEmojis);
});

test.each(['', '1', '#', 'a', '👍a', '1️', '🇦', '\u{200D}', '🏽', ' 👍'])('%j is no emoji', (text) => {
  expect(text).not.toMatch(oneEmoji);
  expect(text).not.toMatch(fewEmojis);
});
