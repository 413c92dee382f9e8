import { handlers } from '#platform/http/handlers.ts';
import * as invites from './friend-invites.service.ts';
import * as friends from './friends.service.ts';
import { searchPeople } from './people-search.service.ts';
import * as suggestions from './suggestions/suggestions.service.ts';

export const friendsRoutes = handlers({
  generatePlatformInvite: (ctx, { body }) => invites.generatePlatformInvite(ctx, body.email),
  getPlatformInvite: (ctx, { params }) => invites.getPlatformInvite(ctx, params.code),
  joinPlatformInvite: (ctx, { body }) => invites.joinPlatformInvite(ctx, body.referrer_code),

  listFriends: (ctx, { query }) => friends.listFriends(ctx, query),
  listFriendRequests: (ctx, { query }) => friends.listFriendRequests(ctx, query),
  listSentFriendRequests: (ctx, { query }) => friends.listSentFriendRequests(ctx, query),
  sendFriendRequest: (ctx, { body }) => friends.sendFriendRequest(ctx, body),
  acceptFriendRequest: (ctx, { params }) => friends.acceptFriendRequest(ctx, params.id),
  declineFriendRequest: (ctx, { params }) => friends.declineFriendRequest(ctx, params.id),
  removeFriend: (ctx, { params }) => friends.removeFriend(ctx, params.id),
  searchPeople: (ctx, { query }) => searchPeople(ctx, query),
  listFriendSuggestions: (ctx, { query }) => suggestions.listFriendSuggestions(ctx, query),
  markSuggestionsShown: (ctx, { body }) => suggestions.markSuggestionsShown(ctx, body.shown),
  dismissSuggestion: (ctx, { params }) => suggestions.dismissSuggestion(ctx, params.id),
});
