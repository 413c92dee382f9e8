import { expect, test } from 'vitest';
import { areFewEmojis, isOneEmoji } from './emoji.ts';

test.each(['👍', '👍🏽', '❤', '❤️', '1️⃣', '#️⃣', '1⃣', '🇦🇺', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏋🏽‍♀️', '❤️‍🔥'])('%s is one emoji', (text) => {
  expect([isOneEmoji(text), areFewEmojis(text.repeat(5))]).toEqual([true, true]);
  expect([isOneEmoji(text.repeat(2)), areFewEmojis(text.repeat(6))]).toEqual([false, false]);
});

test.each(['', '1', '#', 'a', '👍a', '1️', '🇦', '\u{200D}', '🏽', ' 👍'])('%j is no emoji', (text) => {
  expect([isOneEmoji(text), areFewEmojis(text)]).toEqual([false, false]);
});
