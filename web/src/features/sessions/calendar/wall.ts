/** A moment by the clock on the gym's wall: the day, and minutes since its midnight. */
export type Wall = { day: string; minute: number };

const MINUTE = 60_000;
/** No zone changes its clocks other than on a quarter of an hour. */
const QUARTER = 15 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...options });
    formats.set(zone, format);
  }
  return format;
}

/** How far a zone's clock is from UTC, in milliseconds. Asking the browser is slow, so each quarter is asked for once. */
function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const parts = formatOf(zone).formatToParts(quarter);
    const at = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0);
    offset = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute')) - quarter;
    offsets.set(key, offset);
  }
  return offset;
}

/** Of a moment as the server says it at the gym. */
export const wallFrom = (local: string): Wall => ({
  day: local.slice(0, 10),
  minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
});

export const wallAt = (instant: number, zone: string): Wall =>
  wallFrom(new Date(instant + offsetAt(zone, instant)).toISOString());

const WIDEST_CHANGE = 24 * 60 * MINUTE;

/** The moments at which a clock in a zone shows this: one; two when clocks go back; none when they go forward. */
export function instantsOf({ day, minute }: Wall, zone: string): number[] {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
  const near = [offsetAt(zone, asUtc - WIDEST_CHANGE), offsetAt(zone, asUtc + WIDEST_CHANGE)];
  return [...new Set(near)]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetAt(zone, instant) === asUtc)
    .toSorted((one, other) => one - other);
}

export type ClockChange = { kind: 'forward' | 'back'; from: number; to: number };

const changes = new Map<string, ClockChange | null>();

/** The part of a day that does not exist, or exists twice, because its clocks are changed; null on all other days. */
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
  if (offsetAt(zone, start - WIDEST_CHANGE) === offsetAt(zone, start + 2 * WIDEST_CHANGE)) return null;
  let change: ClockChange | null = null;
  for (let minute = 0; minute < 1440; minute += 15) {
    const count = instantsOf({ day, minute }, zone).length;
    if (count === 1) continue;
    change ??= { kind: count === 0 ? 'forward' : 'back', from: minute, to: minute };
    change.to = minute + 15;
  }
  return change;
}

/** `YYYY-MM-DDTHH:mm`, as forms and the server take it. */
export const wallText = ({ day, minute }: Wall): string => {
  const pad = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${day}T${pad(minute / 60)}:${pad(minute % 60)}`;
};

const clock = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
const times = new Map<number, string>();

/** A time of day as this device writes it. */
export function timeText(minute: number): string {
  const text = times.get(minute) ?? clock.format(minute * MINUTE);
  times.set(minute, text);
  return text;
}

/** The short name of a zone at a moment, such as 'AEDT', where a time alone would not say which is meant. */
export const zoneName = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat(undefined, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
