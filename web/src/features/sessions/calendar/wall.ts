import { minutesOf, momentsOf, offsetAt, timeOf, wallTimeOf } from '@spotter/contract/wall-clock.ts';
import { dateFormat } from '#ui/date-format.ts';

/** A moment on the gym's wall clock: the day, and minutes since its midnight. */
export type Wall = { day: string; minute: number };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The wall clock of a moment as the server formats it at the gym. */
export const wallFrom = (local: string): Wall => ({
  day: local.slice(0, 10),
  minute: minutesOf(local.slice(11)),
});

export const wallMinuteAt = (instant: number, zone: string): Wall => wallFrom(wallTimeOf(instant, zone));

export type ClockChange = { kind: 'forward' | 'back'; from: number; to: number };

const changes = new Map<string, ClockChange | null>();

/** The part of a day that is skipped or repeated because the clocks change; null on all other days. */
export function clockChangeOn(day: string, zone: string): ClockChange | null {
  const key = `${day} ${zone}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  const change = findClockChange(day, zone);
  changes.set(key, change);
  return change;
}

function findClockChange(day: string, zone: string): ClockChange | null {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (offsetAt(zone, start - DAY) === offsetAt(zone, start + 2 * DAY)) return null;
  let change: ClockChange | null = null;
  for (let minute = 0; minute < 1440; minute += 15) {
    const count = momentsOf(wallText({ day, minute }), zone).length;
    if (count === 1) continue;
    change ??= { kind: count === 0 ? 'forward' : 'back', from: minute, to: minute };
    change.to = minute + 15;
  }
  return change;
}

/** `YYYY-MM-DDTHH:mm`, as forms and the server accept it. */
export const wallText = ({ day, minute }: Wall): string => `${day}T${timeOf(minute)}`;

const clock = dateFormat({ timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
const times = new Map<number, string>();

/** A time of day in this device's format. */
export function timeText(minute: number): string {
  const text = times.get(minute) ?? clock.format(minute * MINUTE);
  times.set(minute, text);
  return text;
}

export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
