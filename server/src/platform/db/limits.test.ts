import { longestCancelReason, longestMessage, longestNominationComment } from '@spotter/contract/limits.ts';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';

let client: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await cloneDatabase();
  drop = database.drop;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** A table's check constraints that name a column, as PostgreSQL writes them. */
async function checksOf(table: string, column: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_constraintdef(c.oid) as text
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
    [table, column],
  );
  return rows.map(({ text }) => text).join('\n');
}

const { minutes, spots } = sessionLimits;

test.each([
  ['sessions', 'title', sessionLimits.title],
  ['session_series', 'title', sessionLimits.title],
  ['sessions', 'description', sessionLimits.description],
  ['session_series', 'description', sessionLimits.description],
  ['sessions', 'cancel_reason', longestCancelReason],
  ['sessions', 'max_participants', spots.most],
  ['session_series', 'max_participants', spots.most],
  ['session_series', 'duration_minutes', minutes.most],
  ['session_types', 'default_duration_minutes', minutes.most],
  ['session_proposals', 'message', sessionLimits.proposalMessage],
  ['session_messages', 'content', longestMessage],
  ['messages', 'content', longestMessage],
  ['nominations', 'comments', longestNominationComment],
])('limits %s.%s as the contract does', async (table, column, most) => {
  expect(await checksOf(table, column)).toContain(`<= ${most})`);
});

test('limits session lengths as the contract does', async () => {
  const clock = (length: number) =>
    `'${String(Math.floor(length / 60)).padStart(2, '0')}:${String(length % 60).padStart(2, '0')}:00'::interval`;
  const check = await checksOf('sessions', 'ends_at');
  expect(check).toContain(`>= ${clock(minutes.least)}`);
  expect(check).toContain(`<= ${clock(minutes.most)}`);
  for (const [table, column] of [
    ['session_series', 'duration_minutes'],
    ['session_types', 'default_duration_minutes'],
  ] as const)
    expect(await checksOf(table, column)).toContain(`>= ${minutes.least})`);
});
