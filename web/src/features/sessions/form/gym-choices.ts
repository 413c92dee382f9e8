import type { Gym } from '@spotter/contract/gyms/gyms.ts';

/** The opening hours of each are read before the form shows. */
const MOST_GYMS = 12;

/** The gyms a session may be at, one of them first. */
export function gymChoices(accessible: readonly Gym[], firstId: string | undefined): Gym[] {
  const first = accessible.filter(({ id }) => id === firstId);
  const others = accessible.filter(({ id }) => id !== firstId);
  return [...first, ...others].slice(0, MOST_GYMS);
}
