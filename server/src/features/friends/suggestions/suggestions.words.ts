/** What two people have in common. */
export type Match = {
  /** The hour at which the other member trains most, among the reader's own hours. */
  hour: number | null;
  /** The hour and workout type that both do most. */
  same: [hour: string, type: string] | null;
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
  gym: string | null;
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

function clockTime(hour: number): string {
  if (hour === 0) return 'midnight';
  if (hour === 12) return 'noon';
  return hour < 12 ? `${hour} am` : `${hour - 12} pm`;
}

function timesTogether(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

function sharedSchedule({ same, same_usual, hour, hours_known, trains, types }: Match): string | null {
  if (same) return `${activityOf(same[1])} at ${clockTime(Number(same[0]))}`;
  if (hour !== null && hours_known) return trains ? `train at ${clockTime(hour)}` : null;
  if (same_usual) return 'like to train at the same time of day';
  const [type] = types;
  return type ? activityOf(type) : null;
}

const both = (clause: string) => (/^(share|have) /.test(clause) ? clause : `both ${clause}`);

/** One sentence with the two best reasons: 'You both lift at 6 am and train at the same level'. */
export function reasonFor(match: Match): string {
  const { hour, hours_known, trains, same, same_level, goals, friends, together, gym, is_new } = match;
  const shared = [
    sharedSchedule(match),
    same_level ? 'train at the same level' : null,
    goals[0] ? `share a goal: ${goals[0].toLowerCase()}` : null,
    friends > 0 ? `have ${friends} mutual friend${friends === 1 ? '' : 's'}` : null,
    together > 0 ? `have trained together ${timesTogether(together)}` : null,
  ].filter((reason) => reason !== null);
  // The reader only told us when they like to train, so this reason is not about both of them.
  const fitsUsualTime = !same && hour !== null && hours_known && !trains;
  if (fitsUsualTime) {
    const usual = `Trains at ${clockTime(hour)}, your usual time`;
    return shared[0] ? `${usual}, and you ${both(shared[0])}` : usual;
  }
  if (shared.length === 0 && is_new) return gym ? `New at ${gym} this month` : 'New at your gym this month';
  if (shared.length === 0) return gym ? `You both train at ${gym}` : 'You train at the same gym';
  return `You ${both(shared.slice(0, 2).join(' and '))}`;
}
