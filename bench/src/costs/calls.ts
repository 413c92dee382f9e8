import type { EndpointName } from '@spotter/server/platform/http/handlers.ts';

export type Ids = {
  organization: string;
  gym: string;
  session: string;
  conversation: string;
  message: string;
  friend: string;
};
type Call = { name: EndpointName; title: string; path: string; by: 'member' | 'owner'; body?: object };

/** Every list, search, figure and export, with the dearest query we know for it. */
export function callsOf({ organization, gym, session, conversation, message, friend }: Ids): Call[] {
  const call = (by: Call['by']) => (name: EndpointName, path: string, body?: object) => ({
    name,
    title: `${body ? 'POST' : 'GET'} ${path.replaceAll(/[0-9a-f-]{36}/g, '{id}')}`,
    path,
    by,
    ...(body && { body }),
  });
  const [member, owner] = [call('member'), call('owner')];
  const year = `from=${new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)}&to=${new Date().toISOString().slice(0, 10)}`;
  return [
    member('getUnreadCount', '/notifications/unread-count/'),
    member('getMe', '/users/me/'),
    member('getHome', '/home/'),
    member('listNotifications', '/notifications/?page_size=100'),
    member('listSessions', '/sessions/'),
    member('listFinishes', '/sessions/finishes/'),
    member('listSentInvites', '/sessions/sent-invites/'),
    member('listSessions', '/sessions/?invited=true'),
    member('listSessions', '/sessions/?page_size=100'),
    member('listSessions', '/sessions/?from=2000-01-01T00:00:00Z&page_size=100'),
    member('listSessions', '/sessions/?from=2000-01-01T00:00:00Z&page_size=100&page=20'),
    member('listSessions', '/sessions/?from=2000-01-01T00:00:00Z&text=towel&page_size=100'),
    member('listSessions', '/sessions/?text=nothing+like+it'),
    member('listSessions', '/sessions/?from=2000-01-01T00:00:00Z&text=nothing+like+it'),
    member('listSessions', '/sessions/?from=2000-01-01T00:00:00Z&part_of_day=evening&joinable=true&level=beginner'),
    member('getSession', `/sessions/${session}/`),
    member('listProposals', `/sessions/${session}/proposals/`),
    member(
      'checkSessionTime',
      `/sessions/check-time/?gym_id=${gym}&start_time=2030-01-01T10:00:00Z&duration_minutes=60`,
    ),
    member('listFriends', '/friends/?page_size=100'),
    member('listFriends', '/friends/?q=number&page_size=100'),
    member('listFriendRequests', '/friends/requests/?page_size=100'),
    member('listSentFriendRequests', '/friends/sent_requests/?page_size=100'),
    member('listFriendSuggestions', '/friends/suggestions/?page_size=100'),
    member('searchPeople', '/friends/search/?q=n&page_size=100'),
    member('searchPeople', '/friends/search/?q=an&page_size=100'),
    member('searchPeople', '/friends/search/?q=number&page_size=100&page=50'),
    member('searchPeople', '/friends/search/?q=zzzzqq'),
    member('getUser', `/users/${friend}/`),
    member('listTimesWithMember', `/users/${friend}/train-together/`),
    member('listTimesWithConversation', `/conversations/${conversation}/train-together/`),
    member('listConversations', '/conversations/?page_size=100'),
    member('listConversations', '/conversations/?q=number&page_size=100'),
    member('getConversation', `/conversations/${conversation}/`),
    member('listMessages', `/conversations/${conversation}/messages/?page_size=100`),
    member('searchMessages', '/conversations/search/?q=rack&page_size=100'),
    member('searchMessages', '/conversations/search/?q=zzzzqq&page_size=100'),
    member('listReactions', `/conversations/${conversation}/messages/${message}/reactions/`),
    member('listConversationUpdates', '/conversations/updates/?since=0'),
    member('listUnreadConversations', '/conversations/unread/'),
    member('listBlockedUsers', '/users/blocked/'),
    member('listOnline', '/presence/'),
    member('listGyms', '/gyms/?page_size=100'),
    member('listAccessibleGyms', '/users/me/accessible-gyms/'),
    member('listSessionTypes', `/organizations/${organization}/session-types/?usage=true`),
    member('listOperatingHours', `/organizations/${organization}/operating-hours/`),
    member('listScheduleOverrides', `/organizations/${organization}/schedule-overrides/`),
    member('getGymConfig', '/gym/config/'),
    member('getOrganizationTheme', `/organizations/${organization}/theme/`),
    member('exportMyData', '/users/me/export/'),
    owner('listUsers', '/admin/users/?page_size=100'),
    owner('listUsers', '/admin/users/?search=an&page_size=100'),
    owner('listUsers', '/admin/users/?search=zzzzqq'),
    owner('listUsers', '/admin/users/?page_size=100&page=90&order=last_seen'),
    owner('getAdminUser', `/admin/users/${friend}/`),
    owner('getDeletionEffects', `/admin/users/${friend}/deletion-effects/`),
    owner('getMemberRecord', `/admin/users/${friend}/record/`),
    owner('exportUsers', '/admin/users/export/', { selection: { matching: {} } }),
    owner('getAnalyticsSummary', `/analytics/summary/?${year}`),
    owner('getDashboard', `/analytics/dashboard/?${year}`),
    owner('getGymDashboard', `/analytics/gym-dashboard/?gym_id=${gym}&${year}`),
    owner('getOrganizationDashboard', `/analytics/org-dashboard/?${year}`),
    owner('getPopularTimes', `/analytics/popular-times/?${year}`),
    owner('getRetention', `/analytics/retention/?${year}`),
    owner('getMonthlyRetention', `/analytics/retention/monthly/?${year}`),
    owner('getTrends', `/analytics/trends/?${year}`),
    owner('getWorkoutTypeBreakdown', `/analytics/workout-types/?${year}`),
    owner('listMembersAtRisk', '/analytics/at-risk/?page_size=100'),
    owner('listReports', '/admin/reports/?page_size=100'),
    owner('listReferrals', '/gyms/referrals/?page_size=100'),
    owner('listInviteCodes', '/gyms/invite-codes/?page_size=100'),
    owner('countAnnouncementRecipients', '/admin/announcements/recipients/'),
    owner('listAnnouncements', '/admin/announcements/?page_size=100'),
    owner('listAuditLog', '/admin/audit-log/?page_size=100'),
    owner('listAuditLog', '/admin/audit-log/?page_size=100&action=user.created'),
    owner('listAuditLog', '/admin/audit-log/?page_size=100&page=900'),
    owner('listAuditActors', '/admin/audit-log/actors/'),
    owner('exportAuditLog', '/admin/audit-log/export/'),
    owner('listSavedThemes', `/organizations/${organization}/saved-themes/`),
    owner('listAssets', `/organizations/${organization}/assets/`),
    owner('getGymClosing', `/gyms/${gym}/closing/`),
    owner('listImports', '/admin/imports/'),
    owner('listOrganizationExports', '/admin/exports/'),
  ];
}
