import type { Feature } from '#platform/feature.ts';
import { friendsRoutes } from './friends.routes.ts';
import { refreshTrainingFacts, trainingFactsTimetable } from './suggestions/training-facts.jobs.ts';

export { findInviter, personalCode } from './friend-invites.repo.ts';
export { befriendReferrer, enterByFriend, refuseUnknownInviter } from './friend-invites.service.ts';
export { areFriendsSql, friendsCte, isWaiting, requestBetween } from './friends.read.ts';
export { acceptFriendRequest } from './friends.service.ts';
export { askToBeFriends } from './friendships.service.ts';
export { nameMatchSql, nameRankSql, typedCte, wordsOf } from './name-search.repo.ts';
export { isOwnSpot } from './own-spot.read.ts';
export { listFriendSuggestions } from './suggestions/suggestions.service.ts';
export { refreshTrainingFacts } from './suggestions/training-facts.jobs.ts';
export { suggestionsActedOn } from './suggestions.write.ts';

export const friendsFeature = {
  routes: friendsRoutes,
  jobs: [refreshTrainingFacts],
  timetable: [trainingFactsTimetable],
} satisfies Feature;
