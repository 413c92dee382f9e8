/** Countries a gym can register from, each with the zone most of its people live in. */
export type Country = { code: string; name: string; zone: string };

const rows = [
  ['AR', 'Argentina', 'America/Argentina/Buenos_Aires'],
  ['AU', 'Australia', 'Australia/Sydney'],
  ['AT', 'Austria', 'Europe/Vienna'],
  ['BE', 'Belgium', 'Europe/Brussels'],
  ['BR', 'Brazil', 'America/Sao_Paulo'],
  ['BG', 'Bulgaria', 'Europe/Sofia'],
  ['CA', 'Canada', 'America/Toronto'],
  ['CL', 'Chile', 'America/Santiago'],
  ['CN', 'China', 'Asia/Shanghai'],
  ['CO', 'Colombia', 'America/Bogota'],
  ['CR', 'Costa Rica', 'America/Costa_Rica'],
  ['HR', 'Croatia', 'Europe/Zagreb'],
  ['CZ', 'Czechia', 'Europe/Prague'],
  ['DK', 'Denmark', 'Europe/Copenhagen'],
  ['EG', 'Egypt', 'Africa/Cairo'],
  ['EE', 'Estonia', 'Europe/Tallinn'],
  ['FJ', 'Fiji', 'Pacific/Fiji'],
  ['FI', 'Finland', 'Europe/Helsinki'],
  ['FR', 'France', 'Europe/Paris'],
  ['DE', 'Germany', 'Europe/Berlin'],
  ['GR', 'Greece', 'Europe/Athens'],
  ['HK', 'Hong Kong', 'Asia/Hong_Kong'],
  ['HU', 'Hungary', 'Europe/Budapest'],
  ['IS', 'Iceland', 'Atlantic/Reykjavik'],
  ['IN', 'India', 'Asia/Kolkata'],
  ['ID', 'Indonesia', 'Asia/Jakarta'],
  ['IE', 'Ireland', 'Europe/Dublin'],
  ['IL', 'Israel', 'Asia/Jerusalem'],
  ['IT', 'Italy', 'Europe/Rome'],
  ['JP', 'Japan', 'Asia/Tokyo'],
  ['KE', 'Kenya', 'Africa/Nairobi'],
  ['LV', 'Latvia', 'Europe/Riga'],
  ['LT', 'Lithuania', 'Europe/Vilnius'],
  ['LU', 'Luxembourg', 'Europe/Luxembourg'],
  ['MY', 'Malaysia', 'Asia/Kuala_Lumpur'],
  ['MX', 'Mexico', 'America/Mexico_City'],
  ['NL', 'Netherlands', 'Europe/Amsterdam'],
  ['NZ', 'New Zealand', 'Pacific/Auckland'],
  ['NG', 'Nigeria', 'Africa/Lagos'],
  ['NO', 'Norway', 'Europe/Oslo'],
  ['PK', 'Pakistan', 'Asia/Karachi'],
  ['PE', 'Peru', 'America/Lima'],
  ['PH', 'Philippines', 'Asia/Manila'],
  ['PL', 'Poland', 'Europe/Warsaw'],
  ['PT', 'Portugal', 'Europe/Lisbon'],
  ['RO', 'Romania', 'Europe/Bucharest'],
  ['SA', 'Saudi Arabia', 'Asia/Riyadh'],
  ['RS', 'Serbia', 'Europe/Belgrade'],
  ['SG', 'Singapore', 'Asia/Singapore'],
  ['SK', 'Slovakia', 'Europe/Bratislava'],
  ['SI', 'Slovenia', 'Europe/Ljubljana'],
  ['ZA', 'South Africa', 'Africa/Johannesburg'],
  ['KR', 'South Korea', 'Asia/Seoul'],
  ['ES', 'Spain', 'Europe/Madrid'],
  ['SE', 'Sweden', 'Europe/Stockholm'],
  ['CH', 'Switzerland', 'Europe/Zurich'],
  ['TW', 'Taiwan', 'Asia/Taipei'],
  ['TH', 'Thailand', 'Asia/Bangkok'],
  ['TR', 'Türkiye', 'Europe/Istanbul'],
  ['UA', 'Ukraine', 'Europe/Kyiv'],
  ['AE', 'United Arab Emirates', 'Asia/Dubai'],
  ['GB', 'United Kingdom', 'Europe/London'],
  ['US', 'United States', 'America/New_York'],
  ['UY', 'Uruguay', 'America/Montevideo'],
  ['VN', 'Vietnam', 'Asia/Ho_Chi_Minh'],
] as const;

export const countries: readonly Country[] = rows.map(([code, name, zone]) => ({ code, name, zone }));

export const countryOf = (code: string): Country | undefined => countries.find((country) => country.code === code);

/** The country a browser's language speaks for when the language names none. */
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

/** Regions that a language tag may name: about 33 countries where browsers name theirs reliably. */
const spokenRegions = new Set(
  'US CA AU NZ GB IE ZA IN SG FR DE AT CH BE NL IT ES PT BR MX AR CL CO SE NO DK FI PL CZ JP KR CN TR'.split(' '),
);

/** `en-AU` is Australia, `ja` is Japan, `en` could be anywhere. The first language that tells wins. */
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
