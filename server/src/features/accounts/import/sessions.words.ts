import { sessionLimits } from '@spotter/contract/sessions/limits.ts';

/** What is wrong with a row, for the one who imports it. */
export const faultWords = {
  skippedTime: "The clocks change that day, so that time doesn't exist",
  unknown: (person: string) => `${person} is not a member yet. Import members first`,
  ambiguous: (person: string) => `Several members are called ${person}. Write their email instead`,
  noAccess: (person: string) => `${person} can't use this location. Give them access first`,
  tooMany: `A session has at most ${sessionLimits.spots.most} spots`,
};

/** What is left out or done differently than the file says. */
export function notesOf({
  unknownHosts,
  cancelled,
  bookings,
}: Record<'unknownHosts' | 'cancelled' | 'bookings', number>) {
  const note = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`];
  return [
    ...note(
      unknownHosts,
      'session names a host who is not a member; you become its host',
      'sessions name a host who is not a member; you become their host',
    ),
    ...note(
      cancelled,
      'row is about a cancelled session and is left out',
      'rows are about cancelled sessions and are left out',
    ),
    ...note(
      bookings,
      'booking was cancelled or on a waitlist and is left out',
      'bookings were cancelled or on a waitlist and are left out',
    ),
  ];
}
