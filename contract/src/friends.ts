import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { pageOf, pageQuery } from './api/page.ts';
import { byId, Id, Instant, line, paragraph } from './api/primitives.ts';
import { Person } from './users/users.ts';

export const Friend = z
  .object({
    id: Id.describe("The friendship's id."),
    friend: Person,
    gym_name: z.string().nullable(),
    next_session_together: z
      .object({ id: Id, title: z.string(), start_time: Instant, timezone: z.string().describe("The gym's.") })
      .nullable(),
    since: Instant,
  })
  .meta({ id: 'Friend' });
export type Friend = z.infer<typeof Friend>;

export const FriendRequest = z
  .object({
    id: Id,
    sender: Person,
    receiver: Person,
    message: z.string(),
    status: z.enum(['pending', 'accepted', 'declined', 'withdrawn']),
    created_at: Instant,
  })
  .meta({ id: 'FriendRequest' });
export type FriendRequest = z.infer<typeof FriendRequest>;

export const listFriends = endpoint({
  method: 'GET',
  path: '/friends/',
  access: 'member',
  summary: "The caller's friends by name; with `q` those it finds, best match first.",
  query: pageQuery(50).extend({ q: line({ max: 100 }).optional() }),
  returns: pageOf(Friend),
});

export const listFriendRequests = endpoint({
  method: 'GET',
  path: '/friends/requests/',
  access: 'member',
  shows: 'private',
  summary: 'Friend requests waiting for the caller.',
  query: pageQuery(),
  returns: pageOf(FriendRequest),
});

export const listSentFriendRequests = endpoint({
  method: 'GET',
  path: '/friends/sent_requests/',
  access: 'member',
  shows: 'private',
  summary: 'Friend requests the caller has sent that are still open.',
  query: pageQuery(),
  returns: pageOf(FriendRequest),
});

export const sendFriendRequest = endpoint({
  method: 'POST',
  path: '/friends/',
  access: 'member',
  shows: 'private',
  emulating: 'refused',
  summary: 'Send a friend request; if the other member sent one already, both are friends at once.',
  body: z.object({ receiver_id: Id, message: paragraph({ max: 300 }).default('') }),
  returns: FriendRequest,
  status: 201,
  errors: ['user_not_found', 'not_yourself', 'already_friends', 'friend_request_exists'],
  limit: 'message',
});

export const acceptFriendRequest = endpoint({
  method: 'POST',
  path: '/friends/:id/accept/',
  access: 'member',
  emulating: 'refused',
  summary: 'Accept a friend request.',
  params: byId,
  body: z.object({ action: z.literal('accept').optional() }),
  returns: Friend,
  errors: ['friendship_not_found', 'friend_request_answered'],
});

export const declineFriendRequest = endpoint({
  method: 'POST',
  path: '/friends/:id/decline/',
  access: 'member',
  emulating: 'refused',
  summary: 'Decline a friend request; the sender gets no notification.',
  params: byId,
  body: z.object({ action: z.literal('decline').optional() }),
  errors: ['friendship_not_found', 'friend_request_answered'],
});

export const removeFriend = endpoint({
  method: 'DELETE',
  path: '/friends/:id/',
  access: 'member',
  emulating: 'refused',
  summary: 'End a friendship, or withdraw a sent request.',
  params: byId,
  errors: ['friendship_not_found'],
});

export const searchPeople = endpoint({
  method: 'GET',
  path: '/friends/search/',
  access: 'member',
  replica: true,
  cost: 10,
  summary:
    "Find members of the caller's organization by parts of their names, best match first; small typos are forgiven.",
  query: pageQuery().extend({ q: line({ max: 100 }) }),
  returns: pageOf(
    Person.extend({
      friendship: z.enum(['none', 'friends', 'request_sent', 'request_received']),
      gym_name: z.string().nullable(),
    }),
  ),
});

/** What can speak for a suggestion. */
export const SuggestionReason = z.enum(['hours', 'level', 'goals', 'workouts', 'friends', 'together']);
export type SuggestionReason = z.infer<typeof SuggestionReason>;

export const listFriendSuggestions = endpoint({
  method: 'GET',
  path: '/friends/suggestions/',
  access: 'member',
  cost: 20,
  summary:
    'People who suit the caller as well as the caller suits them, with the reason in words. The order is the same all day.',
  query: pageQuery(10),
  returns: pageOf(
    z.object({
      person: Person,
      reason: z.string().describe("Such as 'You both lift at 6 am and train at the same level'."),
      reasons: z.array(SuggestionReason).describe('What speaks for this person.'),
      friends_in_common: z.number().int(),
      is_new: z.boolean().describe('Joined in the last four weeks.'),
    }),
  ),
});

export const markSuggestionsShown = endpoint({
  method: 'POST',
  path: '/friends/suggestions/shown/',
  access: 'member',
  emulating: 'refused',
  summary: 'Report which suggestions the caller has seen today; people seen often without any action move down.',
  body: z.object({
    shown: z
      .array(z.object({ user_id: Id }))
      .min(1)
      .max(100),
  }),
});

export const dismissSuggestion = endpoint({
  method: 'POST',
  path: '/friends/suggestions/:id/dismiss/',
  access: 'member',
  emulating: 'refused',
  summary: 'Say "Not for me": the caller and this member are never suggested to each other again.',
  params: byId.describe("The member's id."),
  errors: ['user_not_found', 'not_yourself'],
});
