import type { WorkoutKind } from '@spotter/contract/theme/theme-default.ts';
import type { FitnessLevel } from '@spotter/contract/users/fitness-levels.ts';
import type { WorldName } from './worlds.ts';

/*
 * Moments are hours since the history's first day began; day n lasts from n * 24 to n * 24 + 24. Day 0 is a Monday. Members,
 * sessions and series are named by their place in their list.
 */

export type UsualTime = 'early_morning' | 'morning' | 'midday' | 'afternoon' | 'evening' | 'night' | 'weekend';
export type Gender = 'female' | 'male' | 'non_binary';

export type SimulationOptions = {
  world: WorldName;
  members: number;
  weeks: number;
  seed: number;
  /** One unless said. */
  gyms?: number;
  /** The share of the members who join while the history goes on; by its length unless said. A young gym has a large one. */
  joining?: number;
  /** How often members train, against the world's own; 1 unless said. */
  keenness?: number;
};
export type PlayedOptions = SimulationOptions & { gyms: number };

/** A member as the profile shows them. What they like and when they come is often close to it, and not always. */
export type Member = {
  id: number;
  gym: number;
  /** Negative for members who joined before the history begins. */
  joinedDay: number;
  level: FitnessLevel;
  gender: Gender;
  goals: string[];
  workouts: WorkoutKind[];
  times: UsualTime[];
};

export type Series = {
  id: number;
  gym: number;
  weekday: number;
  hour: number;
  workout: WorkoutKind;
  spots: number;
  /** The day of its first session. */
  firstDay: number;
};
export type SeriesMember = { series: number; member: number; joinedAt: number; leftAt: number | null };

export type Session = {
  id: number;
  gym: number;
  series: number | null;
  /** null: staff run it. */
  host: number | null;
  workout: WorkoutKind;
  level: FitnessLevel | null;
  at: number;
  hours: number;
  spots: number;
  createdAt: number;
};

/** A booking, and after the session what the app knows of the visit: null means that nobody checked. */
export type Spot = {
  session: number;
  member: number;
  joinedAt: number;
  /** It came with the series; nobody took it by itself. */
  withSeries: boolean;
  attended: boolean | null;
  checkedInAt: number | null;
};

export type FriendRequest = {
  from: number;
  to: number;
  at: number;
  answer: 'accepted' | 'declined' | null;
  answeredAt: number | null;
};
export type Friendship = { one: number; other: number; since: number };
export type Invite = { session: number; from: number; to: number; at: number; answer: 'joined' | 'declined' | null };
/** To a friend, or to a session's chat. */
export type Message = { from: number; to: number | null; session: number | null; at: number };

export const leavingCauses = ['moved', 'price', 'injury', 'boredom', 'lost_friend'] as const;
export type LeavingCause = (typeof leavingCauses)[number];
export type Leaving = { member: number; day: number; cause: LeavingCause };
/** Away and back: no visits from the first day up to, not including, the last. */
export type Absence = { member: number; from: number; to: number; cause: 'injury' | 'holiday' };
/** A visit that really happened; without a session the app never saw it. */
export type Visit = { member: number; at: number; session: number | null };

/** What moves a member, and the product can't see. */
export type Traits = {
  /** Friends in real life share a circle; only some of them are friends in the app. */
  circle: number;
  perWeek: number;
  habits: readonly { weekday: number; hour: number }[];
  /** A share of each workout. */
  taste: readonly number[];
  /** How much others like to train with them, around 1. */
  popularity: number;
  /** How gladly they say yes, from 0 to 1. */
  openness: number;
  /** The share of visits that the app learns of. */
  appUse: number;
};

/** Nothing of this may reach what is measured, or the rows of a database. */
export type Truth = {
  traits: readonly Traits[];
  leavings: Leaving[];
  absences: Absence[];
  visits: Visit[];
  /** How much two members have in common: hours, tastes, level, goals, circle. The same from both sides. */
  suits(one: number, other: number): number;
  /** The chance that `one` says yes to training with `other`. */
  liking(one: number, other: number): number;
  /** The chance that both say yes. */
  mutualLiking(one: number, other: number): number;
};

/** What happened in a week, with the sessions ahead that were booked by then. */
export type Happenings = {
  sessions: Session[];
  spots: Spot[];
  friendRequests: FriendRequest[];
  friendships: Friendship[];
  invites: Invite[];
  messages: Message[];
};

export type History = Happenings & {
  options: PlayedOptions;
  /** The moment the history ends. Sessions after it are booked already, as far as they are. */
  end: number;
  members: readonly Member[];
  series: readonly Series[];
  seriesMembers: readonly SeriesMember[];
  truth: Truth;
};
