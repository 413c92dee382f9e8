import type { Hours } from '@spotter/contract/gyms/open-times.ts';
import { expect, test } from 'vitest';
import { openOn } from './opening-hours.ts';

const hours: Hours = {
  weekly: [
    { weekday: 0, opens: '15:00', closes: '21:00' },
    { weekday: 0, opens: '05:30', closes: '12:00' },
    { weekday: 1, opens: '12:00', closes: '24:00' },
    { weekday: 1, opens: '06:00', closes: '12:00' },
  ],
  overrides: [
    {
      id: '1',
      from: '2026-11-18',
      to: '2026-11-18',
      closed: true,
      opens: null,
      closes: null,
      more_hours: [],
      reason: 'New floor',
      created_at: '2026-11-01T00:00:00Z',
    },
  ],
};

test('sorts the spans of a day and merges those that touch', () => {
  expect(openOn(hours, '2026-11-16').spans).toEqual([
    { from: 330, to: 720 },
    { from: 900, to: 1260 },
  ]);
  expect(openOn(hours, '2026-11-17').spans).toEqual([{ from: 360, to: 1440 }]);
  expect(openOn(hours, '2026-11-18')).toEqual({ spans: [], reason: 'New floor' });
  expect(openOn(hours, '2026-11-19')).toEqual({ spans: [], reason: null });
});
