import { leastRisk } from '@spotter/contract/desk/retention.ts';
import { quietDays } from '@spotter/contract/limits.ts';
import { calibrate, momentsOf, weeksOf } from '@spotter/server/features/retention/model/calibration.policy.ts';
import {
  leaveDays,
  probabilityOf,
  type RiskFacts,
  type Weights,
} from '@spotter/server/features/retention/model/risk.policy.ts';
import { type Example, fit } from '@spotter/server/features/retention/model/risk-fit.policy.ts';
import { auc, calibrationError } from '@spotter/server/features/retention/training/measures.ts';
import { type Played, type PlayedExample, play } from '@spotter/server/features/retention/training/played.ts';
import type { WorldName } from '@spotter/server/simulator/index.ts';

/** No weight, threshold or ridge was chosen with this seed. */
const SEED = 9_001;
const MEMBERS = 900;
/** The gym learns from a year, and is judged by what comes after. */
const LEARN_WEEKS = 52;
const WEEKS = 82;
const WEEK = 168;
const DAY = 24;
const TODAY = LEARN_WEEKS * WEEK;

type Order = (facts: RiskFacts) => number;
/** What owners do without a model. */
const simpleOrders: Record<'tenDays' | 'daysAway' | 'recencyFrequency', Order> = {
  tenDays: ({ days_away }) => Number(days_away >= 10),
  daysAway: ({ days_away }) => days_away,
  recencyFrequency: ({ days_away, usual }) => days_away * usual,
};

export type Naming = {
  leavers: number;
  early: number;
  /** The share that left of the members named, and of those who were not on the list in the 30 days before. */
  precision: number;
  firstPrecision: number;
};
export type WorldFigures = {
  world: WorldName;
  judged: number;
  leavers: number;
  auc: Record<keyof typeof simpleOrders | 'shipped' | 'radar' | 'own' | 'withoutBookings', number>;
  calibration: { shipped: number; radar: number };
  really: { auc: number; calibration: number };
  naming: { shipped: Naming; radar: Naming; tenDays: Naming };
};

/** A world with weights that were trained on the others. */
export function measureWorld(world: WorldName, others: readonly Example[]): WorldFigures {
  const played = play({ world, members: MEMBERS, weeks: WEEKS, seed: SEED });
  const learned = ownExamples(played);
  const shipped = fit(others);
  const radar = recalibrated(learned, shipped);
  const test = testExamples(played);
  const aucOf = (order: Order) => auc(test.map(({ facts, left }) => ({ p: order(facts), left })));
  const scored = (weights: Weights) => test.map(({ facts, left }) => ({ p: probabilityOf(facts, weights), left }));
  const really = test.map(({ facts, reallyLeft }) => ({ p: probabilityOf(facts, radar), left: reallyLeft }));
  const nights = nightsOf(played);
  const isListed = (weights: Weights) => (facts: RiskFacts) =>
    probabilityOf(facts, weights) >= (facts.days_away < quietDays ? leastRisk.slipping : leastRisk.quiet);
  return {
    ...{ world, judged: test.length, leavers: learned.leavers },
    auc: {
      tenDays: aucOf(simpleOrders.tenDays),
      daysAway: aucOf(simpleOrders.daysAway),
      recencyFrequency: aucOf(simpleOrders.recencyFrequency),
      shipped: auc(scored(shipped)),
      radar: auc(scored(radar)),
      own: auc(scored(fit(learned.examples))),
      withoutBookings: aucWithoutBookings(others, learned, test),
    },
    calibration: { shipped: calibrationError(scored(shipped)), radar: calibrationError(scored(radar)) },
    really: { auc: auc(really), calibration: calibrationError(really) },
    naming: {
      shipped: nameMembers(played, nights, isListed(shipped)),
      radar: nameMembers(played, nights, isListed(radar)),
      tenDays: nameMembers(played, nights, ({ days_away }) => days_away >= 10),
    },
  };
}

type Learned = { examples: PlayedExample[]; weeks: number; leavers: number };

/** What the nightly job would learn from at the end of the year. */
function ownExamples({ examplesAt }: Played): Learned {
  const hour = 3_600_000;
  const moments = momentsOf(new Date(0), new Date(TODAY * hour));
  const examples = moments.flatMap((moment) => examplesAt(moment.getTime() / hour));
  const leavers = new Set(examples.flatMap(({ user_id, left }) => (left ? [user_id] : []))).size;
  return { examples, weeks: weeksOf(moments), leavers };
}

const recalibrated = ({ examples, weeks }: Learned, shipped: Weights) =>
  calibrate(weeks, examples, shipped).weights ?? shipped;

/** Moments after the year, as long as it is known who left. */
function testExamples({ examplesAt }: Played): PlayedExample[] {
  const examples: PlayedExample[] = [];
  for (let now = TODAY + DAY; now <= (WEEKS - 5) * WEEK; now += 10 * DAY) examples.push(...examplesAt(now));
  return examples;
}

function aucWithoutBookings(others: readonly Example[], learned: Learned, test: readonly PlayedExample[]): number {
  const unbooked = <E extends Example>(example: E): E => ({ ...example, facts: { ...example.facts, booked: false } });
  const weights = recalibrated({ ...learned, examples: learned.examples.map(unbooked) }, fit(others.map(unbooked)));
  return auc(test.map(unbooked).map(({ facts, left }) => ({ p: probabilityOf(facts, weights), left })));
}

type Night = { now: number; members: ReadonlyMap<string, PlayedExample> };

/** Every second night, until 60 days before the end: then it is known who is gone. */
function nightsOf({ examplesAt }: Played): Night[] {
  const nights: Night[] = [];
  for (let now = TODAY + 3; now <= WEEKS * WEEK - 60 * DAY; now += 2 * DAY)
    nights.push({ now, members: new Map(examplesAt(now).map((example) => [example.user_id, example])) });
  return nights;
}

/** Who would have come onto the list, whether they left, and how many of the members who stopped were on it in time. */
function nameMembers({ memberIds, seen }: Played, nights: readonly Night[], isListed: (facts: RiskFacts) => boolean) {
  const listedAt = new Map(memberIds.map((id): [string, number[]] => [id, []]));
  const namedAt = new Map<string, number>();
  const named: { left: boolean; isFirst: boolean }[] = [];
  for (const { now, members } of nights)
    for (const [id, { facts, left }] of members) {
      if (!isListed(facts)) continue;
      const before = listedAt.get(id)!;
      const isLately = (at: number | undefined) => at !== undefined && at > now - leaveDays * DAY;
      if (!isLately(namedAt.get(id))) {
        named.push({ left, isFirst: !isLately(before.at(-1)) });
        namedAt.set(id, now);
      }
      before.push(now);
    }
  let [leavers, early] = [0, 0];
  const lastNight = nights.at(-1)!.now;
  for (const id of memberIds)
    for (const [index, at] of seen(id).entries()) {
      const isLast = (seen(id)[index + 1] ?? Number.POSITIVE_INFINITY) - at >= 60 * DAY;
      if (!isLast || at <= TODAY || at > lastNight - 14 * DAY) continue;
      if (!nights.find(({ now }) => now > at)!.members.has(id)) continue;
      leavers++;
      if (listedAt.get(id)!.some((night) => night > at && night <= at + 14 * DAY)) early++;
    }
  const shareLeft = (some: readonly { left: boolean }[]) => some.filter(({ left }) => left).length / some.length;
  return {
    ...{ leavers, early, precision: shareLeft(named) },
    firstPrecision: shareLeft(named.filter(({ isFirst }) => isFirst)),
  };
}
