import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countries, countryFromLanguages } from './countries.ts';
import { likelyZone } from './detect.ts';
import { offsetMinutes, zoneOptions } from './zone-options.ts';
import { zoneTable } from './zone-table.ts';
import { zoneFromAddress, zoneWords } from './zones-by-address.ts';

describe('the zone an address tells', () => {
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

  test('is always one the browser knows, whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(zoneWords)), fc.string({ unit: 'grapheme' }), (country, address) => {
        const zone = zoneFromAddress(country, address);
        return zone === null || offsetMinutes(zone, new Date()) !== null;
      }),
    );
  });
});

describe('the likely zone', () => {
  const browser = 'Australia/Perth';
  test('the address first, then the browser if it fits the country, then the country', () => {
    expect(likelyZone({ country: 'AU', address: 'Hobart TAS', browser })).toBe('Australia/Hobart');
    expect(likelyZone({ country: 'AU', address: '', browser })).toBe('Australia/Perth');
    expect(likelyZone({ country: 'US', address: '', browser })).toBe('America/New_York');
    expect(likelyZone({ country: 'JP', address: 'Texas', browser })).toBe('Asia/Tokyo');
    expect(likelyZone({ country: '', address: '', browser })).toBe('Australia/Perth');
    expect(likelyZone({ country: '', address: '', browser: null })).toBeNull();
  });
});

describe('the country of a browser', () => {
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

  test('has four styles of label, right for the day', () => {
    expect(labelsOf('Australia/Sydney')).toEqual([
      '(GMT+11:00) Sydney, Canberra',
      '(GMT+11:00) Sydney, Canberra (Australian Eastern Daylight Time)',
      '(GMT+11:00) Sydney, Canberra (AEDT)',
      'Sydney, Canberra',
    ]);
    expect(labelsOf('America/New_York')[2]).toBe('(GMT-5:00) New York, Boston, Miami, Atlanta (EST)');
    expect(labelsOf('Asia/Kolkata')[1]).toBe('(GMT+5:30) Mumbai, Delhi, Bengaluru (India Time)');
  });

  test('is sorted by offset, knows every zone it may suggest, and takes one that is not listed', () => {
    const options = zoneOptions('original', at, 'Antarctica/Troll');
    expect(options.map(({ offset }) => offset)).toEqual(options.map(({ offset }) => offset).sort((a, b) => a - b));
    expect(options.find(({ value }) => value === 'Antarctica/Troll')?.label).toContain('Troll');
    const listed = new Set(zoneTable.map(([zone]) => zone));
    const suggested = [
      ...countries.map(({ zone }) => zone),
      ...Object.values(zoneWords).flatMap((rows) => rows.map(({ zone }) => zone)),
    ];
    expect(suggested.filter((zone) => !listed.has(zone))).toEqual([]);
    expect(zoneTable.filter(([zone]) => offsetMinutes(zone, at) === null)).toEqual([]);
  });
});
