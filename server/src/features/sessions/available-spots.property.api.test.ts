import { availableSpots } from '@spotter/contract/sessions/available-spots.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run, statement } from '#platform/db/statement.ts';
import { useTestApp } from '#testing/app.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { availableSpotsSql, waitlistCountSql } from './sessions.read.ts';

const app = useTestApp();

const answers = statement('available-spots', { sessions: 'jsonb' })<{ available: number; waitlist_count: number }>(
  `select ${availableSpotsSql} as available, ${waitlistCountSql} as waitlist_count
  from jsonb_to_recordset($sessions) as s (max_participants int, current_participants int, held_spots int, waitlist_count int)`,
);

const few = fc.integer({ min: 0, max: 6 });
const sessions = fc.array(
  fc.record({ max_participants: few, current_participants: few, held_spots: few, waitlist_count: few }),
  { minLength: 50, maxLength: 50 },
);

test('contract and database agree on the spots that anyone may take', () =>
  fc.assert(
    fc.asyncProperty(sessions, async (given) => {
      const found = await run(app().db, answers, { sessions: JSON.stringify(given) });
      expect(found.map(({ available }) => available)).toEqual(
        found.map(({ waitlist_count }, index) => availableSpots({ ...given[index]!, waitlist_count })),
      );
    }),
    runs(8),
  ));
