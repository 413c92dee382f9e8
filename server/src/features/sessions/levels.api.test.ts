import { type FitnessLevel, fitnessLevels, opensTo } from '@spotter/contract/users/fitness-levels.ts';
import { expect, test } from 'vitest';
import { run, statement } from '#platform/db/statement.ts';
import { useTestApp } from '#testing/app.ts';
import { opensToSql } from './sessions.read.ts';

const app = useTestApp();

type Case = { fitness_level_min: FitnessLevel; fitness_level_max: FitnessLevel; level: FitnessLevel | null };
const cases: Case[] = fitnessLevels.flatMap((fitness_level_min) =>
  fitnessLevels.flatMap((fitness_level_max) =>
    [...fitnessLevels, null].map((level) => ({ fitness_level_min, fitness_level_max, level })),
  ),
);

const casesStatement = statement('test-levels', { cases: 'jsonb' })<{ open: boolean }>(
  `select ${opensToSql('s.level')} as open from jsonb_to_recordset($cases)
    as s (fitness_level_min text, fitness_level_max text, level text)`,
);

test('the calendar and PostgreSQL agree on the levels a session is open to', async () => {
  const found = await run(app().db, casesStatement, { cases: JSON.stringify(cases) });
  expect(found.map(({ open }) => open)).toEqual(cases.map((one) => opensTo(one, one.level)));
});
