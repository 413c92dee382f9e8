import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { simulate, worldNames } from './index.ts';

const year = { members: 200, weeks: 40, seed: 3 };

test.each(worldNames)('%s: the same seed gives the same history, another seed another one', (world) => {
  const options = { world, members: 60, weeks: 12, seed: 5 };
  const written = JSON.stringify(simulate(options));
  expect(JSON.stringify(simulate(options))).toBe(written);
  expect(JSON.stringify(simulate({ ...options, seed: 6 }))).not.toBe(written);
});

/*
 * Figures that others publish (the churn weights, docs/churn-report.md, docs/matching-report.md) come from these histories. If
 * you change the model on purpose, run `npm run train-churn` and `npm run bench -- churn matching` again, and store the new digest here.
 */
test('gives this very history on every machine', () => {
  const digest = createHash('sha256');
  for (const world of worldNames) digest.update(JSON.stringify(simulate({ world, members: 60, weeks: 12, seed: 5 })));
  expect(digest.digest('hex').slice(0, 16)).toBe('78b79e7ec62b135e');
});

test.each(worldNames)('%s: every visit and every deed is inside its membership', (world) => {
  const { members, sessions, spots, messages, friendRequests, invites, truth, end } = simulate({ world, ...year });
  const lastDay = new Map(truth.leavings.map(({ member, day }) => [member, day]));
  const isInside = (member: number, at: number) =>
    Math.floor(at / 24) >= members[member]!.joinedDay &&
    Math.floor(at / 24) <= (lastDay.get(member) ?? Infinity) &&
    at < end;
  expect(truth.visits.filter(({ member, at }) => !isInside(member, at))).toEqual([]);
  for (const { member, from, to } of truth.absences)
    expect(
      truth.visits.filter((visit) => visit.member === member && visit.at >= from * 24 && visit.at < to * 24),
    ).toEqual([]);
  expect(messages.filter(({ from, at }) => !isInside(from, at))).toEqual([]);
  expect(friendRequests.filter(({ from, at }) => !isInside(from, at))).toEqual([]);
  expect(invites.filter(({ from, at }) => !isInside(from, at))).toEqual([]);
  expect(spots.filter(({ member, joinedAt }) => Math.floor(joinedAt / 24) < members[member]!.joinedDay)).toEqual([]);
  const came = new Set(truth.visits.map(({ member, session }) => `${member} ${session}`));
  const isTrue = ({ member, session, attended }: (typeof spots)[number]) =>
    attended === null || attended === came.has(`${member} ${session}`);
  expect(spots.filter((spot) => !isTrue(spot))).toEqual([]);
  for (const [index, { id }] of sessions.entries()) expect(id).toBe(index);
});

test.each(worldNames)('%s: no session has more people than spots, and nobody is in it twice', (world) => {
  const { sessions, spots } = simulate({ world, ...year });
  const bySession = Map.groupBy(spots, ({ session }) => session);
  for (const { id, spots: most, host, at, createdAt } of sessions) {
    const people = bySession.get(id) ?? [];
    expect(people.length + (host === null ? 1 : 0)).toBeLessThanOrEqual(most);
    expect(new Set(people.map(({ member }) => member)).size).toBe(people.length);
    if (host !== null) expect(people.map(({ member }) => member)).toContain(host);
    expect(people.filter(({ joinedAt }) => joinedAt < createdAt || joinedAt > at)).toEqual([]);
  }
});

test.each(worldNames)(
  '%s: a pair is befriended once and asks once, and nobody is invited twice to a session',
  (world) => {
    const { friendships, friendRequests, invites, spots, seriesMembers } = simulate({ world, ...year });
    const pairs = (list: { from: number; to: number }[]) =>
      list.map(({ from, to }) => `${Math.min(from, to)} ${Math.max(from, to)}`);
    for (const keys of [
      friendships.map(({ one, other }) => `${one} ${other}`),
      pairs(friendRequests),
      invites.map(({ session, to }) => `${session} ${to}`),
      seriesMembers.map(({ series, member }) => `${series} ${member}`),
    ])
      expect(new Set(keys).size).toBe(keys.length);
    const inIt = new Set(spots.map(({ session, member }) => `${session} ${member}`));
    expect(invites.filter(({ session, to, answer }) => answer === 'joined' && !inIt.has(`${session} ${to}`))).toEqual(
      [],
    );
  },
);
