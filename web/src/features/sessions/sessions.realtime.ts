import type { User } from '@spotter/contract/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { hoursKeys } from '#platform/api/hours-keys.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import type { LiveHandlers } from '#platform/realtime/live-events.ts';
import { dropFromLists, patchSession, shownSession } from './cache/session.cache.ts';
import { cancelled, checkedIn, joinedBy, leftBy, type Patch, spotOffered, withSpots } from './cache/session-patches.ts';
import { sessionTypeKeys } from './form/session-types.queries.ts';
import { sessionKeys } from './sessions.keys.ts';

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.all });
const readOneAnew = (queryClient: QueryClient, id: string) => {
  void queryClient.invalidateQueries({ queryKey: sessionKeys.detail(id) });
  readListsAnew(queryClient);
};
const readListsAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: sessionKeys.lists });
const readFinishes = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: sessionKeys.finishes });
const readerId = (queryClient: QueryClient) => queryClient.getQueryData<User>(loginKeys.me)?.id;

/**
 * Shows the event's content at once. What depends on the reader is read again: whether a free spot is open to them, and
 * which lists a session belongs to after it filled up or has room again.
 */
function change(queryClient: QueryClient, id: string, patch: Patch) {
  const before = shownSession(queryClient, id);
  if (!before) return;
  patchSession(queryClient, id, patch);
  const after = shownSession(queryClient, id);
  if (!after) return;
  const hadRoom = before.available_spots > 0;
  const hasRoom = after.available_spots > 0;
  // Only the server knows the waitlist's order.
  if (hadRoom !== hasRoom || after.is_waitlisted) readOneAnew(queryClient, id);
}

/** A session that is on no list may belong on one now that it has room. */
function roomFor(queryClient: QueryClient, data: { session_id: string; available_spots: number }) {
  if (data.available_spots > 0 && !shownSession(queryClient, data.session_id)) readListsAnew(queryClient);
}

/** The event is for everyone, so it doesn't say what only the host reads: who would take over, and who can't go. */
function readIfRunByReader(queryClient: QueryClient, id: string) {
  const shown = shownSession(queryClient, id);
  if (shown?.creator.id === readerId(queryClient))
    void queryClient.invalidateQueries({ queryKey: sessionKeys.sentInvites });
  if (shown && 'can_choose_co_hosts' in shown && shown.can_choose_co_hosts)
    void queryClient.invalidateQueries({ queryKey: sessionKeys.detail(id) });
}

export const sessionsLive: LiveHandlers = {
  'organization.updated': (_event, queryClient) =>
    void queryClient.invalidateQueries({ queryKey: sessionTypeKeys.all }),
  'session.created': (_event, queryClient) => readAnew(queryClient),
  'session.updated': (_event, queryClient) => readAnew(queryClient),
  'session.cancelled': ({ data }, queryClient) => {
    patchSession(queryClient, data.session_id, cancelled(data.reason));
    dropFromLists(queryClient, data.session_id);
    readAnew(queryClient);
  },
  'session.joined': ({ data }, queryClient) => {
    readIfRunByReader(queryClient, data.session_id);
    change(queryClient, data.session_id, joinedBy(data.user, data));
    // The reader's own spot, taken on another device or already shown in this tab.
    if (data.user.id === readerId(queryClient)) readAnew(queryClient);
  },
  'session.left': ({ data }, queryClient) => {
    readIfRunByReader(queryClient, data.session_id);
    const isHandedOn = shownSession(queryClient, data.session_id)?.creator.id !== data.creator_id;
    change(queryClient, data.session_id, leftBy(data.user_id, data));
    roomFor(queryClient, data);
    if (isHandedOn || data.user_id === readerId(queryClient)) readAnew(queryClient);
  },
  'session.waitlist_changed': ({ data }, queryClient) => {
    change(queryClient, data.session_id, withSpots(data));
    roomFor(queryClient, data);
  },
  'session.spot_offered': ({ data }, queryClient) => {
    patchSession(queryClient, data.session_id, spotOffered(data.offer_expires_at));
    readOneAnew(queryClient, data.session_id);
  },
  'session.checked_in': ({ data }, queryClient) => {
    readFinishes(queryClient);
    patchSession(queryClient, data.session_id, checkedIn(data.user_ids, data.attended, readerId(queryClient)));
  },
  'notification.created': ({ data }, queryClient) => {
    if (data.kind === 'kudos') readFinishes(queryClient);
    // To a session that existed before.
    if (data.kind === 'session_invite') readListsAnew(queryClient);
  },
  'proposal.created': ({ data }, queryClient) => readProposals(queryClient, data.session_id),
  'proposal.answered': ({ data }, queryClient) => readProposals(queryClient, data.session_id),
  'opening_hours.updated': (_event, queryClient) => void queryClient.invalidateQueries({ queryKey: hoursKeys.all }),
  'user.hidden': (_event, queryClient) => readAnew(queryClient),
  'user.shown': (_event, queryClient) => readAnew(queryClient),
};

/** Who may answer a proposal, and in which zone it shows, depends on the reader. */
function readProposals(queryClient: QueryClient, id: string) {
  void queryClient.invalidateQueries({ queryKey: sessionKeys.proposals(id) });
  void queryClient.invalidateQueries({ queryKey: sessionKeys.detail(id) });
}
