export { remindOfSessions, remindOfSessionsTimetable } from './reminders/reminders.jobs.ts';
export { extendSeries, extendSeriesTimetable } from './series/series.jobs.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { readSharedSession } from './sharing/shared-sessions.repo.ts';
export { enterByShareToken, refuseUnknownShareToken } from './sharing/shared-sessions.service.ts';
export { moveWaitlist, moveWaitlists, moveWaitlistsTimetable } from './waitlist/waitlist.offers.ts';
