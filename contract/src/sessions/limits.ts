/**
 * Limits of a session, for server, screens, database checks and tests. No schemas, so that screens can use them without
 * zod.
 */
export const sessionLimits = {
  title: 120,
  description: 2000,
  minutes: { least: 10, most: 480, usual: 60 },
  spots: { least: 2, most: 500, usual: 10 },
  /** Guests a host may allow each member to bring. */
  guests: 2,
  guestName: 40,
  repeatRule: 300,
  proposalMessage: 500,
  minutesLate: 180,
  searchText: 100,
  /** A search for words reads this many sessions at most, the first in the order asked for. */
  searched: 2000,
} as const;

/** The number of participants a list includes per session; the session's own page has all. */
export const facesInList = 6;

/** How far a session may repeat, and how many days ahead its sessions exist. */
export const seriesLimits = {
  years: 5,
  times: 500,
  every: { DAILY: 90, WEEKLY: 52, MONTHLY: 12 },
  daysAhead: 56,
} as const;

/** Check-in is open this long before and after the start. */
export const checkInMinutes = 30;

/** Home names who is invited to so many of the caller's own sessions. */
export const mostSentInvites = 6;
/** Of more, two are named and the others counted. */
export const mostNamesOfAnswers = 3;

/** A session that is over is on home until this hour of the next day, by the gym's clock; the newest so many are. */
export const finishUntilHour = 12;
export const mostFinishes = 3;

/** This close to the start, every participant is told who left, not only the host: they may be on their way. */
export const lateLeaveMinutes = 120;

/**
 * A member who leaves this soon after joining undid the join: the host's notification is withdrawn, and no one is told.
 */
export const undoJoinSeconds = 60;

/** When members are reminded of a session, in minutes before its start. */
export const reminderMinutes = [60, 15] as const;

/** No spots are offered between these hours of the gym's wall clock. */
export const quietHours = { from: 21, until: 8 } as const;

const offers = [
  { moreThanHours: 48, minutes: 24 * 60 },
  { moreThanHours: 6, minutes: 2 * 60 },
  { moreThanHours: 0, minutes: 30 },
] as const;

/** How long an offer holds its spot: shorter near the start. */
export const offerMinutes = (minutesToStart: number): number =>
  offers.find(({ moreThanHours }) => minutesToStart > moreThanHours * 60)?.minutes ?? 0;
