import type { Person } from '@spotter/contract/users.ts';

/** What two people have in common. */
export type Match = {
  /** When the other one trains most, of the reader's own hours. */
  hour: number | null;
  /** The hour and the kind of workout both do most. */
  same: [hour: string, type: string] | null;
  same_level: boolean;
  level: Person['fitness_level'];
  together: number;
  goals: string[];
  types: string[];
  friends: number;
  /** Whether the hours above are known to be the reader's, */
  hours_known: boolean;
  /** and from what they do, not from what they say they like. */
  trains: boolean;
  gym: string | null;
};

const does: Record<string, string> = {
  strength: 'lifts',
  cardio: 'does cardio',
  classes: 'takes classes',
  flexibility: 'stretches',
  sports: 'plays sports',
};

function oClock(hour: number): string {
  if (hour === 0) return 'midnight';
  if (hour === 12) return 'noon';
  return hour < 12 ? `${hour} am` : `${hour - 12} pm`;
}

function schedule({ same, hour, hours_known, trains, types }: Match): string | null {
  if (same) return `also ${does[same[1]] ?? 'trains'} at ${oClock(Number(same[0]))}`;
  if (hour !== null && hours_known)
    return trains ? `also trains at ${oClock(hour)}` : `trains at ${oClock(hour)}, as you like to`;
  const [type] = types;
  return type ? `also ${does[type] ?? 'trains'}` : null;
}

/** The two best reasons, in words: 'Also lifts at 6 am, also advanced'. */
export function reasonFor(match: Match): string {
  const { same_level, level, goals, friends, together, gym } = match;
  const reasons = [
    schedule(match),
    same_level && level ? (level === 'beginner' ? 'also a beginner' : `also ${level}`) : null,
    goals[0] ? `same goal: ${goals[0].toLowerCase()}` : null,
    friends > 0 ? `${friends} friend${friends === 1 ? '' : 's'} in common` : null,
    together > 0 ? (together === 1 ? 'trained with you once' : `trained with you ${together} times`) : null,
  ].filter((reason) => reason !== null);
  const words = reasons.slice(0, 2).join(', ') || (gym ? `also at ${gym}` : 'also at your gym');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
