import { LRUCache } from 'lru-cache';

/** What two people have in common. */
export type Match = {
  /** The hour at which the other member trains most, among the reader's own hours. */
  hour: number | null;
  /** The hour and workout type that both do most. */
  same: [hour: string, type: string, gymId: string] | null;
  /** The other member hasn't trained yet, and likes the hours at which the reader trains. */
  same_usual: boolean;
  same_level: boolean;
  together: number;
  goals: string[];
  types: string[];
  friends: number;
  /** Whether `hour` is one of the reader's own hours. */
  hours_known: boolean;
  /** Whether the reader's hours come from sessions they joined, not from the profile. */
  trains: boolean;
  /** Where they train at that hour, or else a gym of both, the reader's current one first. */
  gym: string | null;
  /** The reader may use several gyms, so the reason says which one it is about. */
  several_gyms: boolean;
  is_new: boolean;
};

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

/** ' at Barangaroo' for a reader who trains at several gyms. */
const where = ({ several_gyms, gym }: Match) => (several_gyms && gym ? ` at ${gym}` : '');

function sharedSchedule(match: Match, clock: Clock): string | null {
  const { same, same_usual, hour, hours_known, trains, types } = match;
  if (same) return `${activityOf(same[1])} at ${clock(Number(same[0]))}${where(match)}`;
  if (hour !== null && hours_known) return trains ? `train at ${clock(hour)}${where(match)}` : null;
  if (same_usual) return 'like to train at the same time of day';
  const [type] = types;
  return type ? activityOf(type) : null;
}

const both = (clause: string) => (/^(share|have) /.test(clause) ? clause : `both ${clause}`);

/** One sentence with the two best reasons: 'You both lift at 6 am and train at the same level'. */
export function reasonFor(match: Match, clock: Clock): string {
  const { hour, hours_known, trains, same, same_level, goals, friends, together, gym, is_new } = match;
  const shared = [
    sharedSchedule(match, clock),
    same_level ? 'train at the same level' : null,
    goals[0] ? `share a goal: ${goals[0].toLowerCase()}` : null,
    friends > 0 ? `have ${friends} mutual friend${friends === 1 ? '' : 's'}` : null,
    together > 0 ? `have trained together ${timesTogether(together)}` : null,
  ].filter((reason) => reason !== null);
  // The reader only told us when they like to train, so this reason is not about both of them.
  const fitsUsualTime = !same && hour !== null && hours_known && !trains;
  if (fitsUsualTime) {
    const usual = `Trains at ${clock(hour)}${where(match)}, your usual time`;
    return shared[0] ? `${usual}, and you ${both(shared[0])}` : usual;
  }
  if (shared.length === 0 && is_new) return gym ? `New at ${gym} this month` : 'New at your gym this month';
  if (shared.length === 0) return gym ? `You both train at ${gym}` : 'You train at the same gym';
  return `You ${both(shared.slice(0, 2).join(' and '))}`;
}
