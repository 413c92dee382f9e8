import { offsetAt } from '@spotter/contract/wall-clock.ts';
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

/** A clock change in a zone. As RFC 5545 requires, `wall` is the local time just before the change. */
type Change = { wall: Date; from: number; to: number };

const MINUTE = 60_000;
const isUtc = (zone: string) => /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich|GMT[+-]?0)$/.test(zone);

/** An instant as calendars write it: local time with its zone, or UTC where the local time is ambiguous. */
export function timeProperty(name: string, moment: Date, zone: string): string {
  if (isUtc(zone)) return `${name}:${stamp(moment)}`;
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  const wall = instant.toZonedDateTimeISO(zone).toPlainDateTime();
  // When clocks go back, one hour occurs twice, and calendar apps disagree on which one a local time means.
  const understood = (disambiguation: 'earlier' | 'later') =>
    wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
  if (understood('earlier') !== understood('later')) return `${name}:${stamp(moment)}`;
  return `${name};TZID=${zone}:${wall.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`;
}

export const stamp = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const known = new LRUCache<string, readonly string[]>({ max: 500 });

/** The VTIMEZONE a calendar needs to resolve every local time of these years. */
export function zoneLines(zone: string, first: Date, last: Date): readonly string[] {
  if (isUtc(zone)) return [];
  const [firstYear, lastYear] = [first.getUTCFullYear() - 1, last.getUTCFullYear() + 2];
  const key = `${zone} ${firstYear} ${lastYear}`;
  const lines = known.get(key) ?? [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observances(zone, firstYear, lastYear),
    'END:VTIMEZONE',
  ];
  known.set(key, lines);
  return lines;
}

function observances(zone: string, firstYear: number, lastYear: number): string[] {
  const changes = changesOf(zone, firstYear, lastYear);
  const rules = asRules(changes, lastYear - firstYear + 1);
  if (rules) return rules.flatMap(({ change, rule }) => observance(change, rule));
  // Without a yearly rule (Ramadan moves Morocco's clocks) each change is written out.
  const offset = changes[0]?.from ?? offsetAt(zone, Date.UTC(firstYear, 0, 1));
  const before = { wall: new Date(Date.UTC(1970, 0, 1)), from: offset, to: offset };
  return [before, ...changes].flatMap((change) => observance(change));
}

function observance({ wall, from, to }: Change, rule?: string): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${stamp(wall).slice(0, -1)}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
}

function changesOf(zone: string, firstYear: number, lastYear: number): Change[] {
  const changes: Change[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(firstYear, 0, 1)).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.year > lastYear) return changes;
    const from = offsetAt(zone, next.epochMilliseconds - 1);
    const to = next.offsetNanoseconds / 1e6;
    if (from !== to) changes.push({ wall: new Date(next.epochMilliseconds + from), from, to });
    at = next;
  }
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The two yearly rules behind these changes ('first Sunday of April at 3:00'), if there are any. */
function asRules(changes: Change[], years: number): { change: Change; rule: string }[] | null {
  const kinds = [...Map.groupBy(changes, ({ from, to }) => `${from} ${to}`).values()];
  if (kinds.length !== 2) return null;
  const rules = kinds.map((kind) => {
    const [change] = kind;
    const same = (part: (wall: Date) => unknown) => new Set(kind.map(({ wall }) => part(wall))).size === 1;
    const together = same((wall) => wall.getUTCMonth()) && same((wall) => wall.getTime() % (24 * 60 * MINUTE));
    if (!change || kind.length !== years || !together || !same((wall) => wall.getUTCDay())) return null;
    const which = kind.every(({ wall }) => isLastOfMonth(wall)) ? -1 : weekOf(change.wall);
    if (which !== -1 && !same(weekOf)) return null;
    const { wall } = change;
    const rule = `FREQ=YEARLY;BYMONTH=${wall.getUTCMonth() + 1};BYDAY=${which}${weekdays[wall.getUTCDay()]}`;
    return { change, rule };
  });
  return rules.every((rule) => rule !== null) ? rules : null;
}

const weekOf = (wall: Date) => Math.ceil(wall.getUTCDate() / 7);
const isLastOfMonth = (wall: Date) =>
  new Date(wall.getTime() + 7 * 24 * 60 * MINUTE).getUTCMonth() !== wall.getUTCMonth();
