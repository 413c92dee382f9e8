import type { Feature } from '#platform/feature.ts';
import { advanceWaitlist, advanceWaitlists, advanceWaitlistsTimetable } from './offers/offers.service.ts';
import { remindOfSessions, remindOfSessionsTimetable } from './reminders/reminders.jobs.ts';
import { extendSeries, extendSeriesTimetable } from './series/series.jobs.ts';
import { sessionsRoutes } from './sessions.routes.ts';

export { sessionAnswer } from './detail/session-detail.service.ts';
export { listFinishes } from './finish/finish.service.ts';
export { lockSessionsOnCards } from './invites/session-invites.repo.ts';
export { declineInvitesIn, inviteTo, listSentInvites } from './invites/session-invites.service.ts';
export { removeSessionMessage, sendSessionMessage } from './messages/session-messages.service.ts';
export { acceptProposal } from './proposals/proposals.service.ts';
export { endSeries } from './series/series.write.ts';
export { cancelSome } from './series/series-cancel.service.ts';
export { actorOf } from './session-access.service.ts';
export { lockSession, lockSessions } from './session-lock.repo.ts';
export { refuseTimes, zoneOf } from './session-refusals.service.ts';
export { availableSpotsSql, isAheadSql, opensToSql, readerOf } from './sessions.read.ts';
export { listSessions } from './sessions.service.ts';
export { createSessionIn } from './sessions-create.service.ts';
export { cancelOne } from './sessions-end.service.ts';
export { moveSession } from './sessions-update.service.ts';
export { readSharedSession } from './sharing/shared-sessions.repo.ts';
export { enterByShareToken, refuseUnknownShareToken } from './sharing/shared-sessions.service.ts';
export { declineSession } from './spots/decline.service.ts';
export { lockSessionsOfPair } from './spots/spots-block.repo.ts';
export { leaveEachOther } from './spots/spots-block.service.ts';
export { joinSession } from './spots/spots-join.service.ts';
export { leaveForGood } from './spots/spots-leave-for-good.service.ts';
export { canBeInvited, inReadersGyms, sessionVisibleTo, visibleSession } from './visibility.repo.ts';

export const sessionsFeature = {
  routes: sessionsRoutes,
  jobs: [advanceWaitlist, advanceWaitlists, remindOfSessions, extendSeries],
  timetable: [advanceWaitlistsTimetable, remindOfSessionsTimetable, extendSeriesTimetable],
} satisfies Feature;
