import { rawTimeZones } from '@vvo/tzdb';
import abbreviations from '@vvo/tzdb/abbreviations.json' with { type: 'json' };
import { type Clock, clockAt } from './zone-clock.ts';
import { zoneWords } from './zones-by-address.ts';

/** original: offset and cities; alternative adds the time's name, abbreviation its letters; hidden shows cities only. */
export type LabelStyle = 'original' | 'alternative' | 'abbreviation' | 'offset-hidden';

/** `offset` is in minutes east of Greenwich at the moment asked about. */
export type ZoneOption = { value: string; label: string; offset: number };

const inhabited = rawTimeZones.filter(({ continentCode }) => continentCode !== 'AN');
const entries = new Map(inhabited.map((entry) => [entry.name, entry]));
/** Zones that the table groups with a larger neighbor, but that an address may name. */
const named = Object.values(zoneWords).flatMap((words) => words.map(({ zone }) => zone));
const lettersOf: Record<string, string> = abbreviations;

function offsetText(minutes: number): string {
  const away = Math.abs(minutes);
  return `GMT${minutes < 0 ? '-' : '+'}${Math.floor(away / 60)}:${String(away % 60).padStart(2, '0')}`;
}

function citiesOf(zone: string): string {
  const cities = entries.get(zone)?.mainCities ?? [];
  return cities.length > 0 ? cities.join(', ') : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

function labelOf(zone: string, style: LabelStyle, { offset, name }: Clock): string {
  const cities = citiesOf(zone);
  if (style === 'offset-hidden') return cities;
  const label = `(${offsetText(offset)}) ${cities}`;
  if (style === 'original') return label;
  const entry = entries.get(zone) ?? rawTimeZones.find(({ group }) => group.includes(zone));
  // Browsers have no name for some zones, only the offset, which the label already shows.
  const fullName = /^GMT[+-]/.test(name) ? (entry?.alternativeName ?? zone) : name;
  if (style === 'alternative') return `${label} (${fullName})`;
  // The table has one abbreviation per zone, for standard time.
  const standard = entry?.rawOffsetInMinutes === offset ? entry.abbreviation : fullName;
  return `${label} (${lettersOf[name] ?? standard})`;
}

/** Sorted by offset, then by name. `include` adds a zone that the table doesn't list. */
export function zoneOptions(style: LabelStyle, at: Date, include?: string | null): ZoneOption[] {
  const zones = new Set([...entries.keys(), ...named, 'Etc/UTC', ...(include ? [include] : [])]);
  return [...zones]
    .flatMap((zone) => {
      const clock = clockAt(zone, at);
      return clock ? [{ value: zone, label: labelOf(zone, style, clock), offset: clock.offset }] : [];
    })
    .sort((a, b) => a.offset - b.offset || a.label.localeCompare(b.label, 'en'));
}
