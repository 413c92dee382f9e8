/** What a session may be, for server, screens, database checks and tests. No schema, so that a screen needs no zod for it. */
export const sessionLimits = {
  title: 120,
  description: 2000,
  minutes: { least: 10, most: 480, usual: 60 },
  spots: { least: 2, most: 500, usual: 10 },
  /** Guests a host may allow each member to bring. */
  guests: 2,
  guestName: 40,
  repeatRule: 300,
  cancelReason: 300,
  proposalMessage: 500,
  minutesLate: 180,
  searchText: 100,
} as const;

/** So many participants a list carries of each session; its own page carries all of them. */
export const facesInList = 6;

/** How far a session may repeat, and how many days ahead its occurrences exist. */
export const seriesLimits = {
  years: 5,
  times: 500,
  every: { DAILY: 90, WEEKLY: 52, MONTHLY: 12 },
  daysAhead: 56,
} as const;

/** Check-in is open so long before the start, and so long after it. */
export const checkInMinutes = 30;

/** So shortly before the start everybody in a session is told who left, not the host alone: they may be on their way. */
export const lateLeaveMinutes = 120;

/** A member who leaves so soon after joining took the join back: the host's notification goes, and nobody hears of leaving. */
export const undoJoinSeconds = 60;

/** When people are reminded of a session, in minutes before its start. */
export const reminderMinutes = [60, 15] as const;

/** Nobody is offered a spot between these hours of the gym's wall clock. */
export const quietHours = { from: 21, until: 8 } as const;

const offers = [
  { moreThanHours: 48, minutes: 24 * 60 },
  { moreThanHours: 6, minutes: 2 * 60 },
  { moreThanHours: 0, minutes: 30 },
] as const;

/** How long an offer holds its spot: the nearer the start, the shorter. */
export const offerMinutes = (minutesToStart: number): number =>
  offers.find(({ moreThanHours }) => minutesToStart > moreThanHours * 60)?.minutes ?? 0;
