import { countryFromLanguages, countryOf, hasZone } from './countries.ts';
import { zoneFromAddress } from './zones-by-address.ts';

/** The browser's own zone, or null where it does not say. */
export function browserZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}

/** From the languages the browser asks for; null when they could be anywhere's. */
export const browserCountry = () => countryFromLanguages(navigator.languages ?? [navigator.language]);

type Place = { country: string; address: string; browser: string | null };

/**
 * The most likely zone of a gym: what the address says, else the browser's own zone if it is one of that country's,
 * else the country's usual one, else the browser's.
 */
export function likelyZone({ country, address, browser }: Place): string | null {
  const told = zoneFromAddress(country, address);
  if (told) return told;
  const usual = countryOf(country)?.zone;
  if (!usual) return browser;
  return browser && hasZone(country, browser) ? browser : usual;
}
