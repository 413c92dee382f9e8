import { leastRisk } from '@spotter/contract/desk/retention.ts';
import { quietDays } from '@spotter/contract/limits.ts';
import { calibrate, momentsOf, weeksOf } from '@spotter/server/features/retention/model/calibration.policy.ts';
import { chooseLeastSlipping, nightsBefore } from '@spotter/server/features/retention/model/least-risk.policy.ts';
import {
  leaveDays,
  probabilityOf,
  type RiskFacts,
  type Weights,
} from '@spotter/server/features/retention/model/risk.policy.ts';
import { type Example, fit } from '@spotter/server/features/retention/model/risk-fit.policy.ts';
import { auc, calibrationError } from '@spotter/server/features/retention/training/measures.policy.ts';
import { type Played, type PlayedExample, play } from '@spotter/server/features/retention/training/played.policy.ts';
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
  /** Members who stopped and were judged the next night, and those who had too few sessions to be judged. */
  leavers: number;
  unjudged: number;
  early: number;
  /** The share that left of the members named, and of those who were not on the list in the 30 days before. */
  precision: number;
  firstPrecision: number;
};
/** How the radar does for a part of the members, by AUC and calibration error. */
export type PartFigures = { share: number; left: number; auc: number; calibration: number };
export type WorldFigures = {
  world: WorldName;
  judged: number;
  leavers: number;
  /** Whether the radar learned from the gym's own year and shows percentages; if not, it keeps the shipped weights. */
  learns: boolean;
  auc: Record<keyof typeof simpleOrders | 'shipped' | 'radar' | 'own' | 'withoutBookings', number>;
  calibration: { shipped: number; radar: number };
  /** `rarest`: the third who come least often. */
  parts: { newcomers: PartFigures; rarest: PartFigures };
  /** Against what really happened; `told` is a model that learned from a year in which it was told. */
  really: { auc: number; calibration: number; told: number };
  /** From which risk on members who still come are named. */
  leastSlipping: number;
  /** `fixed` names by the shipped limit. `hindsight` is the most named early at the wanted precision, by the limit that the test itself chooses. */
  naming: Record<'shipped' | 'radar' | 'tenDays' | 'fixed' | 'hindsight' | 'hindsightOwn', Naming>;
};
const WANTED_PRECISION = 0.4;

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
  const told = fit(learned.examples.map((example) => ({ ...example, left: example.reallyLeft })));
  const nights = nightsOf(played);
  const own = fit(learned.examples);
  const learns = radar !== shipped;
  const leastSlipping = learns ? chooseLeastSlipping(pastNightsOf(played), radar) : leastRisk.slipping;
  const isListed =
    (weights: Weights, slipping: number = leastRisk.slipping) =>
    (facts: RiskFacts) =>
      probabilityOf(facts, weights) >= (facts.days_away < quietDays ? slipping : leastRisk.quiet);
  /** Nobody could choose like this: it looks at who left. */
  const withHindsight = (weights: Weights) => {
    const named = hindsightLimits.map((limit) => nameMembers(played, nights, isListed(weights, limit)));
    const precise = named.filter(({ precision }) => precision >= WANTED_PRECISION);
    return (precise.length > 0 ? precise : named).reduce((best, one) => (one.early > best.early ? one : best));
  };
  return {
    ...{ world, judged: test.length, leavers: learned.leavers, learns, leastSlipping },
    auc: {
      tenDays: aucOf(simpleOrders.tenDays),
      daysAway: aucOf(simpleOrders.daysAway),
      recencyFrequency: aucOf(simpleOrders.recencyFrequency),
      shipped: auc(scored(shipped)),
      radar: auc(scored(radar)),
      own: auc(scored(own)),
      withoutBookings: aucWithoutBookings(others, learned, test),
    },
    calibration: { shipped: calibrationError(scored(shipped)), radar: calibrationError(scored(radar)) },
    parts: {
      newcomers: partOf(test, radar, ({ is_new }) => is_new),
      rarest: partOf(test, radar, rarestThird(test)),
    },
    really: {
      auc: auc(really),
      calibration: calibrationError(really),
      told: calibrationError(
        test.map(({ facts, reallyLeft }) => ({ p: probabilityOf(facts, told), left: reallyLeft })),
      ),
    },
    naming: {
      shipped: nameMembers(played, nights, isListed(shipped)),
      radar: nameMembers(played, nights, isListed(radar, leastSlipping)),
      fixed: nameMembers(played, nights, isListed(radar)),
      hindsight: withHindsight(radar),
      hindsightOwn: withHindsight(own),
      tenDays: nameMembers(played, nights, ({ days_away }) => days_away >= 10),
    },
  };
}

function partOf(test: readonly PlayedExample[], weights: Weights, isIn: (facts: RiskFacts) => boolean): PartFigures {
  const part = test.filter(({ facts }) => isIn(facts));
  const scored = part.map(({ facts, left }) => ({ p: probabilityOf(facts, weights), left }));
  return {
    share: part.length / test.length,
    left: part.filter(({ left }) => left).length / part.length,
    ...{ auc: auc(scored), calibration: calibrationError(scored) },
  };
}

function rarestThird(test: readonly PlayedExample[]): (facts: RiskFacts) => boolean {
  const rhythms = test.map(({ facts }) => facts.usual).toSorted((one, other) => one - other);
  const limit = rhythms[Math.floor(rhythms.length / 3)]!;
  return ({ usual }) => usual < limit;
}

type Learned = { examples: PlayedExample[]; weeks: number; known: number; leavers: number };

/** What the nightly job would learn from at the end of the year. */
function ownExamples({ examplesAt, knownShareAt }: Played): Learned {
  const hour = 3_600_000;
  const moments = momentsOf(new Date(0), new Date(TODAY * hour));
  const examples = moments.flatMap((moment) => examplesAt(moment.getTime() / hour));
  const leavers = new Set(examples.flatMap(({ user_id, left }) => (left ? [user_id] : []))).size;
  return { examples, weeks: weeksOf(moments), known: knownShareAt(TODAY), leavers };
}

/** The nights that the nightly job names again at the end of the year. */
const pastNightsOf = ({ examplesAt }: Played) =>
  nightsBefore(new Date(TODAY * 3_600_000)).map((at) => {
    const hours = at.getTime() / 3_600_000;
    return { day: hours / DAY, members: examplesAt(hours) };
  });

const hindsightLimits = Array.from({ length: 16 }, (_, index) => (10 + 2 * index) / 100);

const recalibrated = ({ examples, ...basis }: Learned, shipped: Weights) =>
  calibrate(basis, examples, shipped).weights ?? shipped;

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
  let [leavers, unjudged, early] = [0, 0, 0];
  const lastNight = nights.at(-1)!.now;
  for (const id of memberIds)
    for (const [index, at] of seen(id).entries()) {
      const isLast = (seen(id)[index + 1] ?? Number.POSITIVE_INFINITY) - at >= 60 * DAY;
      if (!isLast || at <= TODAY || at > lastNight - 14 * DAY) continue;
      if (!nights.find(({ now }) => now > at)!.members.has(id)) {
        unjudged++;
        continue;
      }
      leavers++;
      if (listedAt.get(id)!.some((night) => night > at && night <= at + 14 * DAY)) early++;
    }
  const shareLeft = (some: readonly { left: boolean }[]) => some.filter(({ left }) => left).length / some.length;
  return {
    ...{ leavers, unjudged, early, precision: shareLeft(named) },
    firstPrecision: shareLeft(named.filter(({ isFirst }) => isFirst)),
  };
}
