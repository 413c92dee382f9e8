import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import { trainingGoals } from '@spotter/contract/users/training-goals.ts';
import type { Gender, Member, PlayedOptions, SimulationOptions, Traits, UsualTime } from './history.ts';
import type { Random } from './random.ts';
import type { World } from './worlds.ts';

export type Habit = { weekday: number; hour: number; series: number | null };
export type Person = { profile: Member; traits: Omit<Traits, 'habits'> & { habits: Habit[] } };

/** Of the members some are there from the beginning; the longer the history, the more join during it. */
const joiningShare = (weeks: number) => weeks / (weeks + 70);
const DAYS_BEFORE = 364;
const LARGEST_CIRCLE = 7;
const genders: readonly Gender[] = ['female', 'male', 'female', 'male', 'female', 'male', 'non_binary'];

/** Around 0, between -1 and 1: a bell without a logarithm, so that every machine draws the same. */
export const bell = (random: Random) => (random.next() + random.next() + random.next() + random.next()) / 2 - 1;

/** At least 1, without an end: a power law whose square roots are exact on every machine. */
export function powerTail(random: Random): number {
  const draw = 1 - random.next();
  return 1 / Math.sqrt(draw * Math.sqrt(draw));
}

/** The members with what moves them. A circle joins together, at the same gym and often for the same hours. */
export function planPeople(options: PlayedOptions, world: World, random: Random): Person[] {
  const people: Person[] = [];
  for (let circle = 0; people.length < options.members; circle++) {
    const wanted = world.hasFriends ? random.int(1, LARGEST_CIRCLE) : 1;
    const size = Math.min(wanted, options.members - people.length);
    const gym = random.int(0, options.gyms - 1);
    const joinedDay = drawJoinedDay(options, world, random);
    let leader: Person | null = null;
    for (let count = 0; count < size; count++) {
      const person = planPerson({ id: people.length, circle, gym, joinedDay, leader }, options, world, random);
      people.push(person);
      leader ??= person;
    }
  }
  return people;
}

function drawJoinedDay({ weeks, joining }: SimulationOptions, world: World, random: Random): number {
  if (!random.chance(joining ?? joiningShare(weeks))) return -random.int(1, DAYS_BEFORE);
  const day = random.int(0, weeks * 7 - 1);
  // Two of three come with the new year's resolutions.
  return world.hasSeasons && random.chance(0.67) ? Math.min(day - (day % 364) + random.int(0, 41), weeks * 7 - 1) : day;
}

type Place = { id: number; circle: number; gym: number; joinedDay: number; leader: Person | null };

function planPerson(place: Place, { weeks, keenness = 1 }: SimulationOptions, world: World, random: Random): Person {
  const { id, circle, gym, leader } = place;
  const later = leader ? random.int(0, 20) : 0;
  const joinedDay = Math.min(place.joinedDay + (place.joinedDay < 0 ? 0 : later), weeks * 7 - 1);
  const perWeek = keenness * world.pace * drawPerWeek(world, random);
  const habits = planHabits(perWeek, leader, random);
  const taste = planTaste(leader, random);
  const appUse = random.chance(world.neverSeen) ? 0 : between(world.appUse, random);
  const traits = {
    ...{ circle, perWeek, habits, taste, appUse },
    popularity: Math.max(0.3, 1 + 0.8 * bell(random)),
    openness: Math.min(1, Math.max(0.05, 0.55 + 0.5 * bell(random))),
  };
  const saysNothing = random.chance(0.12);
  const profile: Member = {
    ...{ id, gym, joinedDay },
    level: leader && random.chance(0.5) ? leader.profile.level : random.pick(fitnessLevels),
    gender: random.pick(genders),
    goals: saysNothing ? [] : random.some(trainingGoals, random.int(1, 3)),
    workouts: saysNothing ? [] : workoutKinds.filter((_, kind) => random.chance(Math.min(0.95, 1.6 * taste[kind]!))),
    times: saysNothing ? [] : saidTimes(habits, random),
  };
  return { profile, traits };
}

/** With bursts most come a few times a month and some nearly every day. */
const drawPerWeek = ({ visits }: World, random: Random) =>
  visits === 'bursts' ? Math.min(6, 0.25 * powerTail(random)) : 0.5 + 3.8 * random.next() * random.next();

const between = ([least, most]: readonly [number, number], random: Random) => least + random.next() * (most - least);

/** Most come before or after work. */
const busyHours = [6, 7, 7, 8, 9, 10, 12, 12, 13, 15, 16, 17, 17, 18, 18, 18, 19, 19, 20, 20];

function planHabits(perWeek: number, leader: Person | null, random: Random): Habit[] {
  const ownHour = random.pick(busyHours);
  const weekdays = random.some([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6], 12);
  const wanted = Math.min(6, Math.ceil(perWeek * 1.2));
  const habits: Habit[] = [];
  for (const { weekday, hour } of leader?.traits.habits ?? [])
    if (habits.length < wanted && random.chance(0.55)) habits.push({ weekday, hour, series: null });
  for (const weekday of weekdays) {
    if (habits.length >= wanted) break;
    if (habits.some((habit) => habit.weekday === weekday)) continue;
    const hour = weekday > 4 ? random.int(8, 17) : random.chance(0.75) ? ownHour : random.pick(busyHours);
    habits.push({ weekday, hour, series: null });
  }
  return habits;
}

/** One or two workouts that count, and a little of the others. */
function planTaste(leader: Person | null, random: Random): number[] {
  if (leader && random.chance(0.4)) return [...leader.traits.taste];
  const raw = workoutKinds.map(() => 0.05 + random.next() * random.next() * random.next());
  const sum = raw.reduce((total, share) => total + share, 0);
  return raw.map((share) => share / sum);
}

export function timeOf(hour: number): UsualTime {
  if (hour < 7) return 'early_morning';
  if (hour < 11) return 'morning';
  if (hour < 14) return 'midday';
  if (hour < 17) return 'afternoon';
  return hour < 21 ? 'evening' : 'night';
}

/** What a member says about their times: mostly what they do. */
function saidTimes(habits: readonly Habit[], random: Random): UsualTime[] {
  const said = habits
    .filter(() => random.chance(0.8))
    .map(({ weekday, hour }) => (weekday > 4 ? 'weekend' : timeOf(hour)));
  if (random.chance(0.2)) said.push(random.pick(['morning', 'midday', 'evening', 'weekend'] as const));
  return [...new Set(said)];
}
