import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { expect, test } from 'vitest';
import type { Attendee } from './bookings.format.ts';
import type { NewSession } from './session-rows.format.ts';
import { grouped, planOf, withoutRows, wordsOf } from './sessions.policy.ts';

const attendee = (person: string, row: number, attended: boolean | null = null): Attendee => ({
  person,
  row,
  attended,
});
const session = (row: number, values: Partial<NewSession> = {}): NewSession => ({
  ...{ row, id: `session ${row}`, gym_id: 'harbour', title: 'Rowing', description: '', starts: '2026-11-10T18:00' },
  ...{ minutes: 60, spots: 8, host: '', attendees: [] },
  ...values,
});
const person = (word: string, id: string, gym_ids = ['harbour']) => ({ word, id, gym_ids });
const known = (people: ReturnType<typeof person>[] = []) => ({ people, skipped: new Set<string>(), hostId: 'finn' });

test('rows about the same time, place and title are one session with all its attendees', () => {
  const rows = [
    session(2, { attendees: [attendee('Ana Costa', 2)] }),
    session(3, { title: 'ROWING', attendees: [attendee('Ben Okafor', 3), attendee('Ana Costa', 3, true)] }),
    session(4, { gym_id: 'hill' }),
  ];
  expect(grouped(rows).map(({ row, attendees }) => [row, attendees])).toEqual([
    [2, [attendee('Ana Costa', 3, true), attendee('Ben Okafor', 3)]],
    [4, []],
  ]);
});

test('asks for every reading of a name once', () => {
  const rows = [session(2, { host: 'Costa, Ana', attendees: [attendee('Costa, Ana', 2)] })];
  expect(wordsOf(rows).toSorted()).toEqual(['Ana Costa', 'Costa', 'Costa, Ana']);
});

test('a host whom the file names hosts, and is in it; whoever imports hosts the others', () => {
  const people = [person('Ana Costa', 'ana'), person('Sam', 'sam one'), person('Sam', 'sam two')];
  const sessions = [
    session(2, { host: 'Costa, Ana' }),
    session(3),
    session(4, { host: 'Nobody' }),
    session(5, { host: 'Sam' }),
  ];
  const { planned, unknownHosts, faults } = planOf(sessions, known(people));
  expect(planned.map(({ host, people }) => [host, people])).toEqual([
    ['ana', [['ana', null]]],
    ['finn', [['finn', null]]],
    ['finn', [['finn', null]]],
    ['finn', [['finn', null]]],
  ]);
  expect([unknownHosts, faults]).toEqual([2, []]);
});

test('names what is wrong with attendees by their own rows', () => {
  const people = [
    ...[person('Ana', 'ana'), person('Ben', 'ben', ['hill'])],
    ...[person('Sam', 'sam one'), person('Sam', 'sam two')],
  ];
  const attendees = [attendee('Ana', 2, true), attendee('Ben', 3), attendee('Cleo', 4), attendee('Sam', 5)];
  const { planned, faults } = planOf([session(2, { attendees })], known(people));
  expect(planned[0]!.people).toEqual([
    ['finn', null],
    ['ana', true],
  ]);
  expect(faults).toEqual([
    { row: 3, field: 'attendee', message: "Ben can't use this location. Give them access first" },
    { row: 4, field: 'attendee', message: 'Cleo is not a member yet. Import members first' },
    { row: 5, field: 'attendee', message: 'Several members are called Sam. Write their email instead' },
  ]);
});

test('refuses a time that the clocks skip', () => {
  const { faults } = planOf([session(2), session(3)], { ...known(), skipped: new Set(['session 3']) });
  expect(faults.map(({ row, field }) => [row, field])).toEqual([[3, 'date']]);
});

test('makes room for all who came, up to the largest session', () => {
  const crowd = Array.from({ length: sessionLimits.spots.most }, (_, index) => `member ${index}`);
  const people = crowd.map((word) => person(word, word));
  const of = (count: number) => session(2, { attendees: crowd.slice(0, count).map((word) => attendee(word, 2)) });
  const [fits] = planOf([of(crowd.length - 1)], known(people)).planned;
  expect(fits).toMatchObject({ spots: sessionLimits.spots.most });
  expect(planOf([of(crowd.length)], known(people)).faults).toEqual([
    { row: 2, field: 'attendee', message: 'A session has at most 500 spots' },
  ]);
});

test('leaves out a session when one of its rows is wrong', () => {
  const { planned } = planOf([session(2, { attendees: [attendee('Ana', 3)] }), session(4)], known());
  expect(withoutRows(planned, new Set([3])).map(({ row }) => row)).toEqual([4]);
});
