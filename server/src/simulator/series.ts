import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import type { Series, SeriesMember } from './history.ts';
import type { Habit, Person } from './people.ts';
import type { Random } from './random.ts';
import type { World } from './worlds.ts';

export type PlannedSeries = { series: Series[]; members: SeriesMember[] };

/** Turns some habits into a place in a repeating session near it, and makes a new one when those are full. */
export function planSeries(
  people: readonly Person[],
  { world, days, random }: { world: World; days: number; random: Random },
): PlannedSeries {
  const series: Series[] = [];
  const members: SeriesMember[] = [];
  const taken = new Map<Series, number>();
  const near = new Map<string, Series[]>();
  for (const { profile, traits } of people.toSorted((a, b) => a.profile.joinedDay - b.profile.joinedDay)) {
    if (traits.appUse === 0) continue;
    const own = new Set<number>();
    for (const habit of traits.habits) {
      if (!random.chance(world.inSeries)) continue;
      const key = `${profile.gym} ${habit.weekday}`;
      const there = near.get(key) ?? [];
      const fits = (one: Series) =>
        Math.abs(one.hour - habit.hour) <= 1 && taken.get(one)! < one.spots - 1 && !own.has(one.id);
      const found = random.some(there.filter(fits), 1)[0];
      const chosen = found ?? makeSeries(series.length, profile.gym, habit, traits.taste, profile.joinedDay, random);
      if (!found) {
        series.push(chosen);
        near.set(key, [...there, chosen]);
      }
      taken.set(chosen, (taken.get(chosen) ?? 0) + 1);
      own.add(chosen.id);
      habit.series = chosen.id;
      habit.hour = chosen.hour;
      const from = Math.max(0, profile.joinedDay + random.int(0, 6));
      const changes = world.changesSeries > 0 && random.chance(world.changesSeries);
      const stay = changes ? changedStay(from, days, random) : { from, to: null };
      members.push({
        ...{ series: chosen.id, member: profile.id },
        ...{ joinedAt: stay.from * 24 + 12, leftAt: stay.to === null ? null : stay.to * 24 + 12 },
      });
    }
  }
  return { series, members };
}

/** Joined some day of the history after coming by themselves, or left then and still coming. */
function changedStay(from: number, days: number, random: Random): { from: number; to: number | null } {
  const day = random.int(from, Math.max(from, days));
  return random.chance(0.5) ? { from: day, to: null } : { from, to: day };
}

function makeSeries(
  id: number,
  gym: number,
  { weekday, hour }: Habit,
  taste: readonly number[],
  joinedDay: number,
  random: Random,
): Series {
  // It was there when its first member found it.
  const from = Math.max(0, joinedDay);
  const before = from - ((from - weekday + 7) % 7);
  const firstDay = before < 0 ? before + 7 : before;
  return { id, gym, weekday, hour, workout: pickWorkout(taste, random), spots: random.int(10, 20), firstDay };
}

/** By a member's taste. */
export function pickWorkout(taste: readonly number[], random: Random) {
  let draw = random.next();
  for (const [kind, share] of taste.entries()) {
    if (draw < share) return workoutKinds[kind]!;
    draw -= share;
  }
  return workoutKinds[0];
}
