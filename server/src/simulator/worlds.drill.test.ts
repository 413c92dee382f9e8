import { expect, test } from 'vitest';
import { type History, simulate, type WorldName } from './index.ts';

const histories = new Map<WorldName, History>();
const historyOf = (world: WorldName): History => {
  const known = histories.get(world) ?? simulate({ world, members: 400, weeks: 52, seed: 11 });
  histories.set(world, known);
  return known;
};
const share = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length / list.length;

/** Days between visits of one member. */
function gapsOf({ truth }: History): number[] {
  const byMember = Map.groupBy(truth.visits, ({ member }) => member);
  return [...byMember.values()].flatMap((visits) => {
    const days = visits.map(({ at }) => Math.floor(at / 24)).toSorted((one, other) => one - other);
    return days.slice(1).map((day, index) => day - days[index]!);
  });
}

test('heavy-tailed: the busiest tenth makes far more of the visits, and members come back after gaps of a month', () => {
  const busiest = ({ truth, members }: History) => {
    const counts = [...Map.groupBy(truth.visits, ({ member }) => member).values()].map(({ length }) => length);
    const top = counts.toSorted((one, other) => other - one).slice(0, members.length / 10);
    return top.reduce((sum, count) => sum + count, 0) / truth.visits.length;
  };
  expect(busiest(historyOf('heavy_tailed'))).toBeGreaterThan(busiest(historyOf('ordinary')) + 0.07);
  const long = (world: WorldName) => share(gapsOf(historyOf(world)), (days) => days > 30);
  expect(long('heavy_tailed')).toBeGreaterThan(3 * long('ordinary'));
});

test('seasons: a member comes about half as often in summer as in winter', () => {
  const perMember = ({ truth, members }: History, first: number, last: number) => {
    const left = new Map(truth.leavings.map(({ member, day }) => [member, day]));
    const there = members.filter(({ id, joinedDay }) => joinedDay < first * 7 && (left.get(id) ?? Infinity) > last * 7);
    const ids = new Set(there.map(({ id }) => id));
    const isIn = ({ member, at }: { member: number; at: number }) =>
      ids.has(member) && at >= first * 168 && at < last * 168;
    return truth.visits.filter(isIn).length / there.length;
  };
  const ratio = (world: WorldName) => perMember(historyOf(world), 24, 32) / perMember(historyOf(world), 1, 9);
  expect(ratio('seasons')).toBeLessThan(0.6);
  expect(ratio('ordinary')).toBeGreaterThan(0.85);
});

test('injuries: many are away for three weeks and more, and come back', () => {
  const hurt = (world: WorldName) => historyOf(world).truth.absences.filter(({ cause }) => cause === 'injury').length;
  expect(hurt('injuries')).toBeGreaterThan(5 * hurt('ordinary'));
});

test('no invites, no friends: what they are named after is missing, and nobody leaves for a friend who left', () => {
  expect(historyOf('no_invites').invites).toEqual([]);
  expect(historyOf('no_invites').friendships.length).toBeGreaterThan(100);
  const { friendRequests, friendships, invites, messages, truth } = historyOf('no_friends');
  expect([friendRequests, friendships, invites, messages].flat()).toEqual([]);
  expect(truth.leavings.some(({ cause }) => cause === 'lost_friend')).toBe(false);
});

test('studio: hardly a spot is checked, and spots of members who left go on', () => {
  const checked = (world: WorldName) => share(historyOf(world).spots, ({ attended }) => attended !== null);
  expect(checked('studio')).toBeLessThan(0.12);
  expect(checked('ordinary')).toBeGreaterThan(0.5);
  const ghosts = ({ spots, sessions, truth }: History) => {
    const left = new Map(truth.leavings.map(({ member, day }) => [member, day]));
    return share(spots, ({ member, session }) => sessions[session]!.at / 24 > (left.get(member) ?? Infinity) + 1);
  };
  expect(ghosts(historyOf('studio'))).toBeGreaterThan(0.1);
  expect(ghosts(historyOf('ordinary'))).toBeLessThan(0.06);
});

test('price rise: after the day of the rise several times as many leave for the price', () => {
  const { truth } = historyOf('price_rise');
  const rise = 31 * 7;
  const leftFor = (from: number, to: number) =>
    truth.leavings.filter(({ cause, day }) => cause === 'price' && day >= from && day < to).length;
  expect(leftFor(rise, rise + 84)).toBeGreaterThan(4 * leftFor(rise - 84, rise));
});

test('unseen: the app learns of less than half of the visits, and of some members nothing', () => {
  const unseen = (world: WorldName) => share(historyOf(world).truth.visits, ({ session }) => session === null);
  expect(unseen('unseen')).toBeGreaterThan(0.5);
  expect(unseen('ordinary')).toBeLessThan(0.15);
  const { members, spots } = historyOf('unseen');
  const seen = new Set(spots.map(({ member }) => member));
  expect(share(members, ({ id }) => !seen.has(id))).toBeGreaterThan(0.15);
});

test('quiet: a fraction of the chats, smaller sessions', () => {
  const { messages, sessions, spots } = historyOf('quiet');
  const ordinary = historyOf('ordinary');
  expect(messages.length).toBeLessThan(ordinary.messages.length / 4);
  expect(spots.length / sessions.length).toBeLessThan(ordinary.spots.length / ordinary.sessions.length);
});
