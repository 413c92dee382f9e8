import { type ZoneRow, zoneTable } from './zone-table.ts';

/** original: offset and places; alternative adds the zone's name, abbreviation its letters; hidden shows places only. */
export type LabelStyle = 'original' | 'alternative' | 'abbreviation' | 'offset-hidden';

/** `offset` is in minutes east of Greenwich at the moment asked about. */
export type ZoneOption = { value: string; label: string; offset: number };

/** Making a formatter is the dear part, so each zone has one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** How far a zone's wall clock is from UTC at an instant, in minutes; null for a zone this browser does not know. */
export function offsetMinutes(zone: string, at: Date): number | null {
  try {
    const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(formatterOf(zone).format(at)) ?? [];
    return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
  } catch {
    return null;
  }
}

function offsetText(minutes: number): string {
  const away = Math.abs(minutes);
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(away / 60)}:${String(away % 60).padStart(2, '0')}`;
}

/** Daylight time is the larger of the year's two offsets. */
function isDaylight(zone: string, at: Date, now: number): boolean {
  const [january, july] = [0, 6].map((month) => offsetMinutes(zone, new Date(Date.UTC(at.getUTCFullYear(), month, 1))));
  return january !== july && now === Math.max(january ?? now, july ?? now);
}

function labelOf([zone, places, name, standard, daylight]: ZoneRow, style: LabelStyle, at: Date, offset: number) {
  if (style === 'offset-hidden') return places;
  const label = `(${offsetText(offset)}) ${places}`;
  if (style === 'original') return label;
  const onDaylight = daylight !== undefined && isDaylight(zone, at, offset);
  if (style === 'abbreviation') return `${label} (${onDaylight ? daylight : standard})`;
  return `${label} (${name} ${onDaylight ? 'Daylight ' : daylight ? 'Standard ' : ''}Time)`;
}

const placesOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Sorted by offset, then by name. `include` is a zone that must be there even if the table does not list it. */
export function zoneOptions(style: LabelStyle, at: Date, include?: string | null): ZoneOption[] {
  const rows: ZoneRow[] =
    include && !zoneTable.some(([zone]) => zone === include)
      ? [...zoneTable, [include, placesOf(include), placesOf(include), placesOf(include)]]
      : [...zoneTable];
  return rows
    .flatMap((row) => {
      const offset = offsetMinutes(row[0], at);
      return offset === null ? [] : [{ value: row[0], label: labelOf(row, style, at, offset), offset }];
    })
    .sort((a, b) => a.offset - b.offset || a.label.localeCompare(b.label, 'en'));
}
