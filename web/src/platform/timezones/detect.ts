import { countries, countryFromLanguages, countryOf, countryOfZone, hasZone } from './countries.ts';
import { zoneFromAddress, zoneOfTown } from './zones-by-address.ts';

/** The browser's own zone, or null where it does not say. */
export function browserZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}

/** From the clock first: many browsers ask for US English wherever they are. Null when nothing tells. */
export function browserCountry(): string | null {
  const spoken = countryFromLanguages(navigator.languages ?? [navigator.language]);
  const zone = browserZone();
  if (!zone || (spoken && hasZone(spoken, zone))) return spoken;
  return countryOfZone(zone) ?? spoken;
}

/** An empty country is an unknown one. */
type Place = { country: string; address: string; browser: string | null };

const countryNamed = (address: string) => {
  const last = address.split(',').at(-1)?.trim().toLowerCase();
  return countries.find(({ name }) => name.toLowerCase() === last)?.code;
};

/**
 * The most likely zone of a gym: what the address says, else the browser's own zone if it is one of that country's,
 * else the country's usual one, else the browser's.
 */
export function likelyZone({ country, address, browser }: Place): string | null {
  const known = country || countryNamed(address);
  if (!known) {
    // 'WA' is Perth to a clock in Australia and Seattle to one in the United States.
    const atHome = zoneFromAddress((browser && countryOfZone(browser)) || '', address);
    return atHome ?? zoneOfTown(address) ?? browser;
  }
  const told = zoneFromAddress(known, address);
  if (told) return told;
  const usual = countryOf(known)?.zone;
  if (!usual) return browser;
  return browser && hasZone(known, browser) ? browser : usual;
}
