import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

/** Times in milliseconds. No offer before `quietUntil`. */
type Offer = { visits: number; quietUntil: number; seenAt?: number };

/** Two tabs at once are one visit, and so is a reload. */
const NEW_VISIT_AFTER_MS = 30 * 60_000;
const FIRST_OFFER_AT_VISIT = 2;
const QUIET_MS = 90 * 86_400_000;

const isOffer = (value: unknown): value is Offer =>
  isRecord(value) && typeof value.visits === 'number' && typeof value.quietUntil === 'number';

/** Signing out leaves it: see `clearLocalStorage`. */
const installOffer = storedJson(safeLocalStorage, 'install-offer', isOffer);

const read = (): Offer => installOffer.read() ?? { visits: 0, quietUntil: 0 };

/** Whether the member has come back, and hasn't turned the offer down lately. Counts this visit. */
export function isInstallOfferDue(now: number): boolean {
  const offer = read();
  if (Math.abs(now - (offer.seenAt ?? 0)) > NEW_VISIT_AFTER_MS) offer.visits += 1;
  installOffer.write({ ...offer, seenAt: now });
  // A clock that was a day ahead, or a year, must not silence the offer for as long.
  const isQuiet = now < offer.quietUntil && offer.quietUntil - now <= QUIET_MS;
  return offer.visits >= FIRST_OFFER_AT_VISIT && !isQuiet;
}

export function dismissInstallOffer(now: number): void {
  installOffer.write({ ...read(), quietUntil: now + QUIET_MS });
}
