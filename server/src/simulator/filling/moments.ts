import { addDays, momentOf, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';

/** Turns the simulation's hours into moments of a gym's clock, so that the history ends now. */
export type Moments = { hoursMore: number; dayOf(day: number): string; at(hours: number): Date };

export function momentsUntil(now: Date, weeks: number, timezone: string): Moments {
  const { day: today, time } = wallAt(now, timezone);
  const monday = addDays(today, -weekdayOf(today) - weeks * 7);
  const days = new Map<number, string>();
  const dayOf = (day: number) => {
    const known = days.get(day) ?? addDays(monday, day);
    days.set(day, known);
    return known;
  };
  // Noon less twelve hours: on the two days when clocks change the hours of training are still right.
  const noons = new Map<number, number>();
  const midnight = (day: number) => {
    const known = noons.get(day);
    if (known !== undefined) return known;
    const moment = momentOf(`${dayOf(day)}T12:00`, timezone, 'later').getTime() - 12 * 3_600_000;
    noons.set(day, moment);
    return moment;
  };
  return {
    hoursMore: weekdayOf(today) * 24 + Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60,
    dayOf,
    at: (hours) => {
      const day = Math.floor(hours / 24);
      return new Date(midnight(day) + Math.round((hours - day * 24) * 3_600_000));
    },
  };
}
