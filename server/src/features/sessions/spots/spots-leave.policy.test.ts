import { lateLeaveMinutes } from '@spotter/contract/sessions/limits.ts';
import { describe, expect, test } from 'vitest';
import { noticesOfLeaving, takesJoinBack, toldOnce } from './spots-leave.policy.ts';

const now = new Date('2026-11-10T12:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
/** Ana hosts; Ben would be next, then Cleo. */
const session = {
  starts_at: inMinutes(lateLeaveMinutes),
  now,
  creator_id: 'ana',
  just_joined: false,
  staying: ['ana', 'ben', 'cleo'],
};
const soon = { ...session, starts_at: inMinutes(lateLeaveMinutes - 1) };
const withoutAna = { staying: ['ben', 'cleo'] };

describe('who hears that a member left', () => {
  test('the host', () =>
    expect(noticesOfLeaving(session, 'dov')).toEqual([{ kind: 'session_left', to: ['ana'], data: { late: false } }]));

  test('everyone, shortly before the start', () =>
    expect(toldOnce([{ sessionId: 's', notices: noticesOfLeaving(soon, 'dov') }])).toEqual([
      { sessionId: 's', kind: 'session_left', to: ['ana', 'ben', 'cleo'], data: { late: true } },
    ]));

  test('the next host alone, when the host leaves', () =>
    expect(noticesOfLeaving({ ...session, ...withoutAna }, 'ana')).toEqual([
      { kind: 'session_changed', to: ['ben'], data: { changed: ['host'] } },
    ]));

  test('the next host of the new part and the others of the free spot, when the host leaves shortly before the start', () =>
    expect(noticesOfLeaving({ ...soon, ...withoutAna }, 'ana')).toEqual([
      { kind: 'session_changed', to: ['ben'], data: { changed: ['host'] } },
      { kind: 'session_left', to: ['cleo'], data: { late: true } },
    ]));
});

test('leaving right after joining takes the join back, unless the host leaves', () => {
  const justJoined = { ...session, just_joined: true };
  expect(takesJoinBack(justJoined, 'dov')).toBe(true);
  expect(takesJoinBack(justJoined, 'ana')).toBe(false);
  expect(takesJoinBack(session, 'dov')).toBe(false);
});

test('of several sessions each member hears once of each kind', () => {
  const first = { sessionId: 'first', notices: noticesOfLeaving(session, 'dov') };
  const second = { sessionId: 'second', notices: noticesOfLeaving(soon, 'dov') };
  const hosted = { sessionId: 'hosted', notices: noticesOfLeaving({ ...session, creator_id: 'dov' }, 'dov') };
  expect(toldOnce([first, second, hosted]).map(({ sessionId, kind, to }) => [sessionId, kind, to])).toEqual([
    ['first', 'session_left', ['ana']],
    ['second', 'session_left', ['ben', 'cleo']],
    ['hosted', 'session_changed', ['ana']],
  ]);
});
