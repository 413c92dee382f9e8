import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';

type Workout = (typeof workoutKinds)[number];

/** A session of the last weeks that a member took part in (`isOwnSpot`), by the gym's clock. Monday is weekday 0. */
export type Trained = { gymId: string; weekday: number; hour: number; workout: Workout };

/** What a member's facts are counted from. What the member doesn't show to everyone isn't in it. */
export type Counted = {
  gymIds: readonly string[];
  trained: readonly Trained[];
  preferredTimes: readonly string[];
  favouriteWorkouts: readonly string[];
  /** Friend requests of others that were accepted, and those plus the declined and forgotten ones. */
  accepted: number;
  asked: number;
};

/** How a member trains at a gym. Shares are in twentieths; over all gyms those of a member add up to one at most. */
export type TrainingFacts = {
  gymId: string;
  /** Of the 24 hours of the day, then of the 168 hours of the week: the same hour counts, on the same weekday twice. */
  hours: readonly number[];
  types: readonly number[];
  /** Done at least twice, most often first. */
  usualHours: readonly number[];
  /** The same of hours with a workout type: hour * 8 + the place of the type. */
  usualWorkouts: readonly number[];
};

export const TWENTIETHS = 20;
export const HOURS = 24 + 7 * 24;
export const TYPES = workoutKinds.length;

/** The profile counts like this many sessions: it is all that is known of a newcomer, and little beside a habit. */
const PROFILE_SESSIONS = 2;
/** How often a friend request is accepted; a member of whom nothing is known is taken for the usual one. */
const USUAL_ANSWER = 0.5;
const USUAL_ANSWERS_COUNT = 8;
/** Of a session, what counts for its own hour and for each of the hours around it: 6:55 and 7:05 are the same time. */
const OWN_HOUR = 0.5;
const NEXT_HOUR = 0.25;

/** The hours behind each preferred time; the weekend has none. */
const hoursOf: Record<string, readonly number[]> = {
  early_morning: [4, 5, 6],
  morning: [7, 8, 9, 10],
  midday: [11, 12, 13],
  afternoon: [14, 15, 16],
  evening: [17, 18, 19, 20],
  night: [21, 22, 23, 0, 1, 2, 3],
};

export function trainingFacts({ gymIds, trained, preferredTimes, favouriteWorkouts }: Counted): TrainingFacts[] {
  const here = trained.filter(({ gymId }) => gymIds.includes(gymId));
  const session = 1 / (here.length + PROFILE_SESSIONS);
  const profile = (PROFILE_SESSIONS * session) / Math.max(1, gymIds.length);
  const liked = preferredTimes.flatMap((time) => hoursOf[time] ?? []);
  return gymIds.map((gymId) => {
    const days = new Array<number>(24).fill(0);
    const weeks = new Array<number>(7 * 24).fill(0);
    const types = new Array<number>(TYPES).fill(0);
    const usualHours = new Map<number, number>();
    const usualWorkouts = new Map<number, number>();
    const add = (weekday: number, hour: number, share: number) => {
      for (const [near, part] of [
        [hour, OWN_HOUR],
        [(hour + 1) % 24, NEXT_HOUR],
        [(hour + 23) % 24, NEXT_HOUR],
      ] as const) {
        days[near]! += share * part;
        weeks[weekday * 24 + near]! += share * part;
      }
    };
    for (const hour of liked)
      for (let weekday = 0; weekday < 7; weekday++) add(weekday, hour, profile / liked.length / 7);
    for (const type of favouriteWorkouts)
      types[workoutKinds.indexOf(type as Workout)]! += profile / favouriteWorkouts.length;
    for (const { gymId: place, weekday, hour, workout } of here) {
      if (place !== gymId) continue;
      const type = workoutKinds.indexOf(workout);
      add(weekday, hour, session);
      types[type]! += session;
      count(usualHours, hour);
      count(usualWorkouts, hour * 8 + type);
    }
    return {
      gymId,
      hours: [...inTwentieths(days), ...inTwentieths(weeks)],
      types: inTwentieths(types),
      usualHours: atLeastTwice(usualHours),
      usualWorkouts: atLeastTwice(usualWorkouts),
    };
  });
}

/** Against the usual: 1 for a member whom nobody has asked yet. */
export const opennessOf = ({ accepted, asked }: Pick<Counted, 'accepted' | 'asked'>): number =>
  (accepted + USUAL_ANSWER * USUAL_ANSWERS_COUNT) / (asked + USUAL_ANSWERS_COUNT) / USUAL_ANSWER;

const count = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);

const atLeastTwice = (counts: Map<number, number>): number[] =>
  [...counts]
    .filter(([, times]) => times > 1)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .map(([key]) => key);

/** Rounds the sum up to each share, so that many small shares don't add up to more than there is. */
function inTwentieths(shares: readonly number[]): number[] {
  let sum = 0;
  let given = 0;
  return shares.map((share) => {
    sum += share;
    const rounded = Math.round(sum * TWENTIETHS) - given;
    given += rounded;
    return rounded;
  });
}

/** So many ones for each share, then zeros: the ones that two members have in both are what they have in common. */
export const bitsOf = (shares: readonly number[]): string =>
  shares.map((share) => '1'.repeat(share).padEnd(TWENTIETHS, '0')).join('');
