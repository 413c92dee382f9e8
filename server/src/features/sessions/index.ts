export { remindOfSessions, remindOfSessionsTimetable } from './reminders.jobs.ts';
export { extendSeries, extendSeriesTimetable } from './series.jobs.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { readSharedSession } from './shared-sessions.repo.ts';
export { enterByShareToken, refuseUnknownShareToken } from './shared-sessions.service.ts';
export { moveWaitingList, moveWaitingLists, moveWaitingListsTimetable } from './waiting-list.offers.ts';
