import { rawTimeZones } from '@vvo/tzdb';

/** A country a gym can register from, with the zone most of its people live in. */
export type Country = { code: string; name: string; zone: string };

/** For countries with several zones. */
const mainZones = new Set([
  'Africa/Kinshasa',
  'America/Guayaquil',
  'America/Mexico_City',
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/Toronto',
  'Asia/Shanghai',
  'Asia/Ulaanbaatar',
  'Australia/Sydney',
  'Europe/Lisbon',
  'Europe/Madrid',
  'Europe/Moscow',
]);

const zoneByCountry = new Map<string, string>();
for (const { countryCode, continentCode, name } of rawTimeZones)
  if (continentCode !== 'AN' && (mainZones.has(name) || !zoneByCountry.has(countryCode)))
    zoneByCountry.set(countryCode, name);

const names = new Intl.DisplayNames('en', { type: 'region' });

export const countries: readonly Country[] = [...zoneByCountry]
  .map(([code, zone]) => ({ code, name: names.of(code) ?? code, zone }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

export const countryOf = (code: string): Country | undefined => countries.find((country) => country.code === code);

/** Whether a zone is one of this country's. */
export const hasZone = (code: string, zone: string): boolean =>
  rawTimeZones.some(({ countryCode, name, group }) => countryCode === code && (name === zone || group.includes(zone)));

/** The country of a zone; none for UTC and the like. */
export const countryOfZone = (zone: string): string | undefined =>
  countries.find(({ code }) => hasZone(code, zone))?.code;

/** The most likely country when a browser's language names none. */
const homeOfLanguage: Record<string, string> = {
  cs: 'CZ',
  da: 'DK',
  de: 'DE',
  el: 'GR',
  es: 'ES',
  fi: 'FI',
  fil: 'PH',
  fr: 'FR',
  he: 'IL',
  hi: 'IN',
  hu: 'HU',
  id: 'ID',
  it: 'IT',
  ja: 'JP',
  ko: 'KR',
  ms: 'MY',
  nb: 'NO',
  nl: 'NL',
  no: 'NO',
  pl: 'PL',
  pt: 'PT',
  ro: 'RO',
  sv: 'SE',
  th: 'TH',
  tr: 'TR',
  uk: 'UA',
  vi: 'VN',
};

/** Regions a language tag may name: about 33 countries whose browsers report them reliably. */
const spokenRegions = new Set(
  'US CA AU NZ GB IE ZA IN SG FR DE AT CH BE NL IT ES PT BR MX AR CL CO SE NO DK FI PL CZ JP KR CN TR'.split(' '),
);

/** `en-AU` is Australia, `ja` is Japan, `en` could be anywhere. The first conclusive language wins. */
export function countryFromLanguages(languages: readonly string[]): string | null {
  for (const tag of languages) {
    const [language = '', ...parts] = tag.split(/[-_]/);
    const region = parts.find((part) => /^[A-Za-z]{2}$/.test(part))?.toUpperCase();
    if (region && spokenRegions.has(region)) return region;
    const home = region ? undefined : homeOfLanguage[language.toLowerCase()];
    if (home) return home;
  }
  return null;
}
