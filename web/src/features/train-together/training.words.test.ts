import { expect, test } from 'vitest';
import type { TrainingTime } from './train-together.queries.ts';
import { basisInWords, titleFor } from './training.words.ts';

const tilly = { userId: 'tilly', firstName: 'Tilly' };
const group = { conversationId: 'lifters', groupName: 'Lifters' };
const because = (basis: TrainingTime['basis'], company: typeof tilly | typeof group, can_come = 1) =>
  basisInWords({ start_time: '2026-11-20T07:00:00Z', basis, can_come }, company, 3);

test('says only what is known about a time', () => {
  expect(because('shared', tilly)).toBe('You and Tilly usually train then');
  expect(because('theirs', tilly)).toBe('Tilly usually trains then');
  expect(because('yours', tilly)).toBe('You usually train then');
  expect(because('near', tilly)).toBe('Close to your usual times');
  expect(because('open', tilly)).toBe('You have no other session then');
  expect(because('open', group)).toBe('You have no other session then');
  expect([1, 2, 3].map((can_come) => because('shared', group, can_come))).toEqual([
    '1 of 3 usually trains then',
    '2 of 3 usually train then',
    'Everyone usually trains then',
  ]);
});

test('names the people in the title', () => {
  expect(titleFor('strength', 'Ana', tilly)).toBe('Strength: Ana and Tilly');
  expect(titleFor('cardio', 'Ana', { ...group, groupName: 'x'.repeat(200) })).toHaveLength(120);
});

test('cuts a long title between two characters', () => {
  const groupName = `${'x'.repeat(108)}👩‍👩‍👧 lifters`;
  expect(titleFor('cardio', 'Ana', { ...group, groupName })).toBe(`Cardio: ${'x'.repeat(108)}`);
});
