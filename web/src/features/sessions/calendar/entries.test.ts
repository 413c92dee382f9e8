import { describe, expect, test } from 'vitest';
import type { SessionItem } from '../session.ts';
import { entriesByDay, entriesOf } from './entries.ts';

const SYDNEY = 'Australia/Sydney';

/** As the server formats it, in the requested zone. */
const session = (utc: [string, string], local: [string, string], minutes: number, timezone = SYDNEY): SessionItem =>
  ({
    id: utc[0],
    status: 'active',
    is_participant: false,
    duration_minutes: minutes,
    start_time: { utc: utc[0], local: local[0], timezone, relative: '' },
    end_time: { utc: utc[1], local: local[1], timezone, relative: '' },
  }) as SessionItem;

test("places sessions by the gym's clock, even for a reader in another zone", () => {
  const utc: [string, string] = ['2026-11-20T07:30:00Z', '2026-11-20T08:30:00Z'];
  const here = session(utc, ['2026-11-20T18:30:00+11:00', '2026-11-20T19:30:00+11:00'], 60);
  const there = session(utc, ['2026-11-20T02:30:00-05:00', '2026-11-20T03:30:00-05:00'], 60, 'America/New_York');
  for (const each of [here, there]) {
    const [entry] = entriesOf(each, SYDNEY);
    expect(entry).toMatchObject({ day: '2026-11-20', start: 1110, end: 1170, goesOn: false, zone: null });
    expect(entry?.session.start_time.local).toBe('2026-11-20T18:30:00+11:00');
  }
});

test('splits a session that crosses midnight, but not one that ends at midnight', () => {
  const late = session(
    ['2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z'],
    ['2026-11-20T23:00:00+11:00', '2026-11-21T01:00:00+11:00'],
    120,
  );
  expect(entriesOf(late, SYDNEY).map(({ day, start, end }) => [day, start, end])).toEqual([
    ['2026-11-20', 1380, 1440],
    ['2026-11-21', 0, 60],
  ]);
  const untilMidnight = session(
    ['2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z'],
    ['2026-11-20T23:00:00+11:00', '2026-11-21T00:00:00+11:00'],
    60,
  );
  expect(entriesOf(untilMidnight, SYDNEY)).toMatchObject([
    { day: '2026-11-20', start: 1380, end: 1440, goesOn: false },
  ]);
});

describe('when clocks go back', () => {
  test('draws a session at its real length and names the zone to tell the two hours apart', () => {
    const first = session(
      ['2026-04-04T15:30:00Z', '2026-04-04T16:15:00Z'],
      ['2026-04-05T02:30:00+11:00', '2026-04-05T02:15:00+10:00'],
      45,
    );
    const second = session(
      ['2026-04-04T16:30:00Z', '2026-04-04T17:30:00Z'],
      ['2026-04-05T02:30:00+10:00', '2026-04-05T03:30:00+10:00'],
      60,
    );
    const [one] = entriesOf(first, SYDNEY);
    const [other] = entriesOf(second, SYDNEY);
    expect(one).toMatchObject({ start: 150, end: 195 });
    expect(other).toMatchObject({ start: 150, end: 210 });
    expect(one?.zone).toBeTruthy();
    expect(one?.zone).not.toBe(other?.zone);
  });
});

test('hides cancelled sessions', () => {
  const one = session(
    ['2026-11-20T07:30:00Z', '2026-11-20T08:30:00Z'],
    ['2026-11-20T18:30:00+11:00', '2026-11-20T19:30:00+11:00'],
    60,
  );
  expect(entriesByDay([one], SYDNEY).get('2026-11-20')).toHaveLength(1);
  expect(entriesByDay([{ ...one, status: 'cancelled' }], SYDNEY).size).toBe(0);
});
