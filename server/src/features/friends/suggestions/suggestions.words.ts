import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { LRUCache } from 'lru-cache';

/** What a member did at least twice, most often first, as in `TrainingFacts`. */
type Usual = { hours: number[]; workouts: number[] };

/** What two people have in common. */
export type Match = {
  /** The share of their hours that is the same, from 0 to 1. */
  alike: number;
  same_level: boolean;
  together: number;
  goals: string[];
  /** Workouts that both like. */
  types: string[];
  friends: number;
  /** The gyms of both, the reader's current one first; `theirs` is null if nothing is known, or not for the reader. */
  gyms: { name: string; is_current: boolean; mine: Usual; theirs: Usual | null }[] | null;
  /** The reader may use several gyms, so the reason says which one it is about. */
  several_gyms: boolean;
  is_new: boolean;
};

/** From this share on, two members are said to train at the same time of day. */
const ALIKE = 0.15;

const activities: Record<string, string> = {
  strength: 'lift',
  cardio: 'do cardio',
  classes: 'take classes',
  flexibility: 'stretch',
  sports: 'play sports',
};
const activityOf = (type: string) => activities[type] ?? 'train';

/** Says an hour of the day. */
type Clock = (hour: number) => string;
const clocks = new LRUCache<string, Clock>({ max: 200 });

/** The reader's clock, which all other times on their screens follow: '6 am', '6 AM' or '06:00'. */
export function hourClock(language: string | null): Clock {
  const tag = language ?? 'en-AU';
  let clock = clocks.get(tag);
  if (!clock) {
    clock = clockIn(tag) ?? clockIn('en-AU')!;
    clocks.set(tag, clock);
  }
  return clock;
}

function clockIn(tag: string): Clock | null {
  try {
    const { hour12 } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions();
    const format = new Intl.DateTimeFormat(tag, {
      timeZone: 'UTC',
      hour: 'numeric',
      ...(hour12 ? {} : { minute: '2-digit' }),
    });
    return (hour) => {
      if (hour12 && hour % 12 === 0) return hour === 0 ? 'midnight' : 'noon';
      return format.format(new Date(Date.UTC(2024, 0, 1, hour)));
    };
  } catch {
    // An unknown language tag.
    return null;
  }
}

function timesTogether(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

/** The first of both lists together. */
function mostOften(mine: readonly number[], theirs: readonly number[]): number | undefined {
  const place = (one: number) => mine.indexOf(one) + theirs.indexOf(one);
  return mine.filter((one) => theirs.includes(one)).sort((a, b) => place(a) - place(b))[0];
}

/** An hour is named only if both have trained then at least twice. */
function usualHour({ gyms, several_gyms }: Match, clock: Clock): string | null {
  for (const { name, mine, theirs } of gyms ?? []) {
    if (!theirs) continue;
    const where = several_gyms ? ` at ${name}` : '';
    const workout = mostOften(mine.workouts, theirs.workouts);
    if (workout !== undefined)
      return `${activityOf(workoutKinds[workout % 8] ?? '')} at ${clock(Math.floor(workout / 8))}${where}`;
    const hour = mostOften(mine.hours, theirs.hours);
    if (hour !== undefined) return `train at ${clock(hour)}${where}`;
  }
  return null;
}

function sharedSchedule(match: Match, clock: Clock): string | null {
  const [type] = match.types;
  return (
    usualHour(match, clock) ??
    (match.alike >= ALIKE ? 'like to train at the same time of day' : null) ??
    (type ? activityOf(type) : null)
  );
}

const both = (clause: string) => (/^(share|have) /.test(clause) ? clause : `both ${clause}`);

/** One sentence with the two best reasons: 'You both lift at 6 am and train at the same level'. */
export function reasonFor(match: Match, clock: Clock): string {
  const { same_level, goals, friends, together, gyms, is_new } = match;
  const shared = [
    sharedSchedule(match, clock),
    same_level ? 'train at the same level' : null,
    goals[0] ? `share a goal: ${goals[0].toLowerCase()}` : null,
    friends > 0 ? `have ${friends} mutual friend${friends === 1 ? '' : 's'}` : null,
    together > 0 ? `have trained together ${timesTogether(together)}` : null,
  ].filter((reason) => reason !== null);
  const gym = gyms?.[0]?.name;
  if (shared.length === 0 && is_new) return gym ? `New at ${gym} this month` : 'New at your gym this month';
  if (shared.length === 0) return gym ? `You both train at ${gym}` : 'You train at the same gym';
  const reason = `You ${both(shared.slice(0, 2).join(' and '))}`;
  return reason + elsewhere(match, reason);
}

/** Of several gyms, the one at which the reader would meet them if it isn't the current one; a usual hour names its own. */
function elsewhere({ gyms, several_gyms }: Match, reason: string): string {
  const [first] = gyms ?? [];
  if (!several_gyms || !first || first.is_current) return '';
  return gyms?.some(({ name }) => reason.includes(` at ${name}`)) ? '' : `, at ${first.name}`;
}
