import type { QueryClient } from '@tanstack/react-query';
import { unreadConversationsQuery } from '#features/conversations/conversations.queries.ts';
import { friendSuggestionsQuery } from '#features/friends/friends.queries.ts';
import { unreadCountQuery } from '#features/notifications/notifications.queries.ts';
import { userPreferencesKey } from '#features/onboarding/use-onboarding.ts';
import { finishesQuery } from '#features/sessions/finish/finish.queries.ts';
import {
  invitedSessionsQuery,
  joinableSessionsQuery,
  mySessionsQuery,
  sentInvitesQuery,
  todaySessionsQuery,
  waitlistedSessionsQuery,
} from '#features/sessions/sessions.queries.ts';
import type { Home } from '#platform/login/load-login.ts';

/** Fills home's queries with the answer the page already requested, so none of them sends a call. */
export function seedHome(queryClient: QueryClient, gym: { id: string; timezone: string } | null, home: Home): void {
  const { unread, at_gym: atGym } = home;
  queryClient.setQueryData(unreadCountQuery().queryKey, unread);
  queryClient.setQueryData(userPreferencesKey, home.preferences);
  if (!atGym || !gym || gym.id !== home.gym_id) return;
  queryClient.setQueryData(mySessionsQuery().queryKey, atGym.mine);
  queryClient.setQueryData(waitlistedSessionsQuery().queryKey, atGym.waiting);
  queryClient.setQueryData(invitedSessionsQuery().queryKey, atGym.invited);
  queryClient.setQueryData(sentInvitesQuery().queryKey, atGym.sent_invites);
  queryClient.setQueryData(joinableSessionsQuery(gym).queryKey, atGym.joinable);
  queryClient.setQueryData(todaySessionsQuery(gym).queryKey, atGym.today);
  queryClient.setQueryData(finishesQuery().queryKey, atGym.finishes);
  queryClient.setQueryData(friendSuggestionsQuery().queryKey, atGym.suggestions);
  queryClient.setQueryData(unreadConversationsQuery().queryKey, atGym.unread_conversations);
}
