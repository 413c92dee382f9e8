import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { countries, countryFromLanguages } from './countries.ts';
import { browserCountry, likelyZone } from './detect.ts';
import { clockAt } from './zone-clock.ts';
import { zoneOptions } from './zone-options.ts';
import { zoneFromAddress, zoneWords } from './zones-by-address.ts';

describe('the zone of an address', () => {
  test.each([
    ['US', '1 Congress Ave, Austin, TX 78701', 'America/Chicago'],
    ['US', '200 Mesa St, El Paso', 'America/Denver'],
    ['US', 'Charleston, West Virginia', 'America/New_York'],
    ['US', '5 Texas Street, San Diego CA', 'America/Los_Angeles'],
    ['US', '1600 Pennsylvania Ave, Washington, DC', 'America/New_York'],
    ['US', 'Kapiolani Blvd, Honolulu', 'Pacific/Honolulu'],
    ['US', 'somewhere in or near me', null],
    ['CA', '12 Granville St, Vancouver BC', 'America/Vancouver'],
    ['CA', "1 Water St, St. John's", 'America/St_Johns'],
    ['CA', 'rue Sainte-Catherine, Montréal', 'America/Toronto'],
    ['AU', '4 Victoria Road, Perth', 'Australia/Perth'],
    ['AU', '4 Sydney Street, Brisbane QLD 4000', 'Australia/Brisbane'],
    ['AU', '9 Argent St, Broken Hill NSW', 'Australia/Sydney'],
    ['AU', 'Hindley St, Adelaide', 'Australia/Adelaide'],
    ['BR', 'Av. Paulista 1000, São Paulo - SP', 'America/Sao_Paulo'],
    ['BR', 'Campo Grande, Mato Grosso do Sul', 'America/Campo_Grande'],
    ['BR', 'Manaus', 'America/Manaus'],
    ['MX', 'La Paz, Baja California Sur', 'America/Mazatlan'],
    ['MX', 'Av. Revolución, Tijuana, Baja California', 'America/Tijuana'],
    ['MX', 'Playa del Carmen', 'America/Cancun'],
    ['NZ', 'Waitangi, Chatham Islands', 'Pacific/Chatham'],
    ['NZ', 'Queen St, Auckland', 'Pacific/Auckland'],
    ['FR', 'Austin, TX', null],
    ['AU', '', null],
  ])('%s: %s is %s', (country, address, zone) => {
    expect(zoneFromAddress(country, address)).toBe(zone);
  });

  test('is always a zone the browser knows', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(zoneWords)), fc.string({ unit: 'grapheme' }), (country, address) => {
        const zone = zoneFromAddress(country, address);
        return zone === null || clockAt(zone, new Date()) !== null;
      }),
      runs(100),
    );
  });
});

describe('the likely zone', () => {
  const browser = 'Australia/Perth';
  test("prefers the address, then a fitting browser zone, then the country's", () => {
    expect(likelyZone({ country: 'AU', address: 'Hobart TAS', browser })).toBe('Australia/Hobart');
    expect(likelyZone({ country: 'AU', address: '', browser })).toBe('Australia/Perth');
    expect(likelyZone({ country: 'US', address: '', browser })).toBe('America/New_York');
    expect(likelyZone({ country: 'ES', address: '', browser: 'Atlantic/Canary' })).toBe('Atlantic/Canary');
    expect(likelyZone({ country: 'JP', address: 'Texas', browser })).toBe('Asia/Tokyo');
    expect(likelyZone({ country: '', address: '', browser })).toBe('Australia/Perth');
    expect(likelyZone({ country: '', address: '', browser: null })).toBeNull();
  });

  test.each([
    ['12 Wharf Road, Sydney NSW 2000', 'America/New_York', 'Australia/Sydney'],
    ['12 Wharf Road, Perth WA', 'Australia/Sydney', 'Australia/Perth'],
    ['1 Pike Street, WA 98101', 'America/New_York', 'America/Los_Angeles'],
    ['Rua Augusta 5, Lisboa, Portugal', 'Australia/Sydney', 'Europe/Lisbon'],
    ['9 Victoria Road, London', 'Europe/London', 'Europe/London'],
    ['5 Ledge Street', 'Australia/Sydney', 'Australia/Sydney'],
  ])('resolves %s without a country, for a clock in %s', (address, browser, zone) => {
    expect(likelyZone({ country: '', address, browser })).toBe(zone);
  });
});

describe('the countries', () => {
  test.each([
    ['US', 'United States', 'America/New_York'],
    ['AU', 'Australia', 'Australia/Sydney'],
    ['BR', 'Brazil', 'America/Sao_Paulo'],
    ['CA', 'Canada', 'America/Toronto'],
    ['CL', 'Chile', 'America/Santiago'],
    ['CN', 'China', 'Asia/Shanghai'],
    ['CZ', 'Czechia', 'Europe/Prague'],
    ['ES', 'Spain', 'Europe/Madrid'],
    ['ID', 'Indonesia', 'Asia/Jakarta'],
    ['MX', 'Mexico', 'America/Mexico_City'],
    ['NZ', 'New Zealand', 'Pacific/Auckland'],
    ['PT', 'Portugal', 'Europe/Lisbon'],
    ['RU', 'Russia', 'Europe/Moscow'],
    ['UA', 'Ukraine', 'Europe/Kyiv'],
    ['VN', 'Vietnam', 'Asia/Ho_Chi_Minh'],
  ])('%s is %s, with %s', (code, name, zone) => {
    expect(countries.find((country) => country.code === code)).toEqual({ code, name, zone });
  });

  test('are sorted by name without duplicates', () => {
    const names = countries.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort((one, other) => one.localeCompare(other, 'en')));
    expect(names.length).toBeGreaterThan(240);
  });
});

describe('the country of a browser', () => {
  const inBrowser = (languages: string[], timeZone: string) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat().resolvedOptions(),
      timeZone,
    });
    return browserCountry();
  };
  test('is where its clock is, whatever English it speaks', () => {
    expect(inBrowser(['en-US'], 'Australia/Sydney')).toBe('AU');
    expect(inBrowser(['en-US'], 'America/Chicago')).toBe('US');
    expect(inBrowser(['de-CH'], 'Europe/Zurich')).toBe('CH');
    expect(inBrowser(['en-NZ'], 'Etc/UTC')).toBe('NZ');
    expect(inBrowser(['en'], 'Etc/UTC')).toBeNull();
  });

  test.each([
    [['en-AU'], 'AU'],
    [['en', 'pt-BR'], 'BR'],
    [['ja'], 'JP'],
    [['de-AT', 'en-US'], 'AT'],
    [['zh-Hans-CN'], 'CN'],
    [['en'], null],
    [['es-419', 'en-US'], 'ES'],
    [[], null],
  ])('%j is %s', (languages, country) => {
    expect(countryFromLanguages(languages)).toBe(country);
  });
});

describe('the picker', () => {
  const at = new Date('2026-01-15T00:00:00Z');
  const labelsOf = (zone: string) =>
    (['original', 'alternative', 'abbreviation', 'offset-hidden'] as const).map(
      (style) => zoneOptions(style, at).find(({ value }) => value === zone)?.label,
    );

  test('has four label styles that follow daylight saving', () => {
    expect(labelsOf('Australia/Sydney')).toEqual([
      '(GMT+11:00) Sydney, Melbourne, Newcastle, Canberra',
      '(GMT+11:00) Sydney, Melbourne, Newcastle, Canberra (Australian Eastern Daylight Time)',
      '(GMT+11:00) Sydney, Melbourne, Newcastle, Canberra (AEDT)',
      'Sydney, Melbourne, Newcastle, Canberra',
    ]);
    expect(labelsOf('America/New_York')[2]).toBe('(GMT-5:00) New York City, Brooklyn, Queens, Philadelphia (EST)');
    expect(labelsOf('Asia/Kolkata')[1]).toBe('(GMT+5:30) Mumbai, Delhi, Bengaluru, Hyderabad (India Standard Time)');
    expect(labelsOf('Australia/Hobart')[2]).toBe('(GMT+11:00) Hobart (AEDT)');
    expect(labelsOf('Etc/UTC')[2]).toBe('(GMT+0:00) UTC (UTC)');
  });

  test.each([
    ['Europe/Berlin', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['America/Santiago', 'CLST', 'CLT'],
    ['Asia/Jerusalem', 'IST', 'IDT'],
    ['Asia/Singapore', 'SGT', 'SGT'],
    ['Pacific/Chatham', 'Chatham Daylight Time', 'CHAST'],
  ])('%s is %s in January and %s in July', (zone, january, july) => {
    const lettersAt = (day: string) =>
      /\(([^()]*)\)$/.exec(
        zoneOptions('abbreviation', new Date(day)).find(({ value }) => value === zone)?.label ?? '',
      )?.[1];
    expect([lettersAt('2026-01-15'), lettersAt('2026-07-15')]).toEqual([january, july]);
  });

  test('sorts by offset, lists every suggested zone, and accepts an unlisted one', () => {
    const options = zoneOptions('original', at, 'Antarctica/Troll');
    expect(options.map(({ offset }) => offset)).toEqual(options.map(({ offset }) => offset).sort((a, b) => a - b));
    expect(options.find(({ value }) => value === 'Antarctica/Troll')?.label).toContain('Troll');
    const listed = new Set(zoneOptions('original', at).map(({ value }) => value));
    expect(listed).not.toContain('Antarctica/Troll');
    const suggested = [
      ...countries.map(({ zone }) => zone),
      ...Object.values(zoneWords).flatMap((rows) => rows.map(({ zone }) => zone)),
    ];
    expect(suggested.filter((zone) => !listed.has(zone))).toEqual([]);
  });
});
