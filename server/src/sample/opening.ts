import { openingOn } from '@spotter/contract/gyms/open-times.ts';
import { addDays, minutesOf, momentOf, timeOf, wallAt } from '@spotter/contract/wall-clock.ts';
import type { Gym } from './world.ts';
import { addMinutes } from './world.ts';

type Spans = ReturnType<typeof openingOn>['spans'];
/** A day's hours are asked for by every slot of the timetable. */
const known = new WeakMap<Gym, Map<string, Spans>>();

function spansOn(gym: Gym, day: string): Spans {
  const days = known.get(gym) ?? new Map<string, Spans>();
  known.set(gym, days);
  const spans = days.get(day) ?? openingOn(day, gym.hours).spans;
  days.set(day, spans);
  return spans;
}

/** Whether a gym is open from a wall time on for so many minutes, on that day of its own. */
export function isOpen(gym: Gym, day: string, time: string, minutes: number): boolean {
  return spansOn(gym, day).some((span) => span.opens <= time && timeOf(minutesOf(time) + minutes) <= span.closes);
}

/** The first start on a quarter of an hour, not before the given moment, at which the gym is open for so long. */
export function nextOpening(gym: Gym, notBefore: Date, minutes: number): { day: string; time: string } {
  const first = wallAt(addMinutes(notBefore, 15), gym.timezone);
  for (let ahead = 0; ahead < 14; ahead++) {
    const day = addDays(first.day, ahead);
    for (let quarter = 0; quarter < 24 * 4; quarter++) {
      const time = timeOf(quarter * 15);
      if (isOpen(gym, day, time, minutes) && momentOf(`${day}T${time}`, gym.timezone, 'later') >= notBefore)
        return { day, time };
    }
  }
  throw new Error(`${gym.name} does not open for two weeks.`);
}
