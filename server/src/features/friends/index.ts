export { findInviter, personalCode } from './friend-invites.repo.ts';
export { befriendReferrer, enterByFriend, refuseUnknownInviter } from './friend-invites.service.ts';
export { friendsRoutes } from './friends.routes.ts';
export { askToBeFriends } from './friendships.ts';
