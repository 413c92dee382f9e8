import { countries, countryFromLanguages, countryOf, countryOfZone, hasZone } from './countries.ts';
import { zoneFromAddress, zoneOfTown } from './zones-by-address.ts';

/** The browser's own zone, or null if it doesn't say. */
export function browserZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}

/** Looks at the clock first, because many browsers ask for US English everywhere. Null when nothing is conclusive. */
export function browserCountry(): string | null {
  const spoken = countryFromLanguages(navigator.languages ?? [navigator.language]);
  const zone = browserZone();
  if (!zone || (spoken && hasZone(spoken, zone))) return spoken;
  return countryOfZone(zone) ?? spoken;
}

/** An empty country is unknown. */
type Place = { country: string; address: string; browser: string | null };

const countryNamed = (address: string) => {
  const last = address.split(',').at(-1)?.trim().toLowerCase();
  return countries.find(({ name }) => name.toLowerCase() === last)?.code;
};

/**
 * The most likely zone of a gym: from the address, else the browser's zone if it belongs to that country, else the
 * country's main zone, else the browser's.
 */
export function likelyZone({ country, address, browser }: Place): string | null {
  const known = country || countryNamed(address);
  if (!known) {
    // 'WA' means Perth for a clock in Australia and Seattle for one in the United States.
    const atHome = zoneFromAddress((browser && countryOfZone(browser)) || '', address);
    return atHome ?? zoneOfTown(address) ?? browser;
  }
  const told = zoneFromAddress(known, address);
  if (told) return told;
  const usual = countryOf(known)?.zone;
  if (!usual) return browser;
  return browser && hasZone(known, browser) ? browser : usual;
}
