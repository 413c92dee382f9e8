import { expect, test } from 'vitest';
import { simulateGym } from './gym-rows.ts';
import { leavingCauses } from './history.ts';
import { gymKinds, planDemoGym, worldNames } from './index.ts';

const now = new Date('2026-03-18T15:20:00Z');
const plan = { members: 60, weeks: 16, gyms: 2, seed: 4, now, tag: 7 } as const;
const chunksOf = (more: object = {}) => [...planDemoGym({ kind: 'barbell_club', ...plan, ...more }).chunks()];

test.each(gymKinds)('%s: the same seed, moment and tag give the same rows', (kind) => {
  expect(JSON.stringify(chunksOf({ kind }))).toBe(JSON.stringify(chunksOf({ kind })));
});

test('another tag keeps the life and changes every id and address', () => {
  const [first, again] = [chunksOf(), chunksOf({ tag: 8 })];
  expect(again.map(({ rows }) => rows.sessions?.length)).toEqual(first.map(({ rows }) => rows.sessions?.length));
  const emails = (chunks: typeof first) => chunks.flatMap(({ rows }) => rows.users ?? []).map(({ email }) => email);
  expect(emails(again).filter((email) => emails(first).includes(email))).toEqual([]);
});

test('tells how much is done, up to all of it', () => {
  const done = chunksOf().map((chunk) => chunk.done);
  expect(done.toSorted((one, other) => one - other)).toEqual(done);
  expect([done[0], done.at(-1)]).toEqual([0, 1]);
});

test('nothing happened after now, except that sessions ahead are booked', () => {
  for (const { rows } of chunksOf()) {
    for (const list of Object.values(rows))
      for (const row of list as { [column: string]: unknown }[]) {
        const past = [row.created_at, row.joined_at, row.checked_in_at, row.answered_at, row.last_seen_at];
        expect(past.filter((at) => at instanceof Date && at > now)).toEqual([]);
      }
  }
  const starts = chunksOf().flatMap(({ rows }) => (rows.sessions ?? []).map(({ starts_at }) => starts_at as Date));
  expect(starts.filter((at) => at > now).length).toBeGreaterThan(5);
});

/** Every value of a row, arrays and objects opened. */
const valuesOf = (value: unknown): unknown[] =>
  value !== null && typeof value === 'object' && !(value instanceof Date)
    ? Object.values(value).flatMap(valuesOf)
    : [value];

test.each(worldNames)('%s: nothing of the hidden truth is in the rows', (world) => {
  const gym = simulateGym({ kind: 'chain', ...plan, world });
  const weeks = [...gym.simulation.weeks()];
  const chunks = [gym.first(), ...weeks.map((week) => gym.ofWeek(week)), gym.last()];
  const values = new Set(chunks.flatMap(valuesOf));
  const { traits } = gym.simulation.truth;
  const hidden = traits.flatMap(({ perWeek, popularity, openness, appUse, taste }) => [
    ...[perWeek, popularity, openness, ...taste],
    ...(appUse > 0 && appUse < 1 ? [appUse] : []),
  ]);
  expect([...hidden, ...leavingCauses].filter((value) => values.has(value))).toEqual([]);
  // Members who left look like the others, and an unseen visit has left nothing.
  const left = new Set(weeks.flatMap(({ leavings }) => leavings.map(({ member }) => gym.userIds[member])));
  const columns = chunks[0]!
    .users!.filter(({ role }) => role === 'regular_user')
    .map((row) => Object.keys(row).join(' '));
  expect(left.size).toBeGreaterThan(0);
  expect(new Set(columns).size).toBe(1);
  const recorded = weeks.flatMap(({ happenings }) => happenings.spots).length;
  const staffed = weeks.flatMap(({ happenings }) => happenings.sessions.filter(({ host }) => host === null)).length;
  expect(chunks.flatMap((rows) => rows.session_participants ?? []).length).toBe(recorded + staffed);
});
