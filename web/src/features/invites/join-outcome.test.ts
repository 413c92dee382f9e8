import { expect, test } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { joinOutcome } from './join-outcome.ts';

const answer = (status: number, error?: string) =>
  new ApiError({ status, code: 'x', message: error ?? 'x', body: error === undefined ? undefined : { error } });

test.each([
  [400, "You're already in this session!", 'session', { kind: 'already', text: "You're already in this session!" }],
  [400, 'Already friends with Ana', 'friend', { kind: 'already', text: "You're already friends!" }],
  [400, 'This session is full.', 'session', { kind: 'failed', text: 'Session is full', retry: false }],
  [
    400,
    'You cannot do this with yourself.',
    'friend',
    { kind: 'failed', text: 'You cannot do this with yourself.', retry: false },
  ],
  [400, undefined, 'friend', { kind: 'failed', text: 'Failed to process invite', retry: true }],
  [
    409,
    'This session has already started.',
    'session',
    { kind: 'failed', text: 'Failed to process invite', detail: 'This session has already started.', retry: false },
  ],
  [500, undefined, 'session', { kind: 'failed', text: 'Failed to process invite', detail: undefined, retry: true }],
] as const)('%i %s', (status, error, type, outcome) => {
  expect(joinOutcome(answer(status, error), type)).toEqual(outcome);
});

test('no answer at all', () => {
  expect(joinOutcome(new TypeError('x'), 'session')).toMatchObject({ text: 'Failed to process invite' });
});
