import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, InstantInput, idList, line, Token } from '../api/primitives.ts';
import { sessionLimits } from './limits.ts';
import { ProposalInput } from './proposals.ts';
import { SeriesScope, SessionDetail } from './sessions.ts';

export const joinErrors = [
  'session_not_found',
  'session_full',
  'session_started',
  'session_cancelled',
  'already_joined',
  'not_invited',
  'level_not_met',
  'gender_not_met',
] as const;

export const joinSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/join/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Join a session, or every session of its series.',
  params: byId,
  body: z.object({
    scope: SeriesScope,
    start_time: InstantInput.optional().describe(
      'For invited members: one of `other_times`, to which the session moves.',
    ),
  }),
  returns: SessionDetail,
  errors: [...joinErrors, 'gym_closed', 'session_in_past'],
});

export const leaveSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/leave/',
  access: 'member',
  emulating: 'refused',
  summary: 'Leave a session; a leaving host hands it over, and the last participant to leave cancels it.',
  params: byId,
  body: z.object({ scope: SeriesScope }),
  returns: SessionDetail,
  errors: ['session_not_found', 'not_a_participant', 'session_started', 'session_cancelled'],
});

export const declineSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/decline/',
  access: 'member',
  emulating: 'refused',
  summary: 'Answer an invite with "can\'t go", which the host sees. Joining later is still possible.',
  params: byId,
  returns: SessionDetail,
  errors: ['session_not_found', 'already_joined', 'session_started', 'session_cancelled', 'access_denied'],
});

export const setGuests = endpoint({
  method: 'PUT',
  path: '/sessions/:id/guests/',
  access: 'member',
  emulating: 'refused',
  summary: 'Set the guests the caller brings; each takes a spot and leaves with the caller.',
  params: byId,
  body: z.object({
    first_names: z
      .array(line({ max: sessionLimits.guestName }).nullable())
      .max(sessionLimits.guests, `At most ${sessionLimits.guests} guests`)
      .describe('One for each guest; null or empty for a guest without a name. An empty list: no guests.'),
  }),
  returns: SessionDetail,
  errors: [
    'session_not_found',
    'not_a_participant',
    'session_started',
    'session_cancelled',
    'session_full',
    'guests_above_limit',
  ],
});

export const joinPendingSession = endpoint({
  method: 'POST',
  path: '/sessions/join-session/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Finish a join that was waiting for sign-in: join, send friend requests, or propose another time.',
  body: z.object({
    session_id: Id,
    friend_request_ids: idList(50).optional().describe('Members to send friend requests to.'),
    proposal: ProposalInput.optional(),
    share_token: Token.optional().describe("The session's link, which counts as an invite to propose another time."),
  }),
  returns: z.object({ session: SessionDetail, joined: z.boolean(), proposal_id: Id.nullable() }),
  errors: ['access_denied', 'user_not_found', 'gym_closed', 'session_in_past', ...joinErrors],
});

export const setCoHost = endpoint({
  method: 'PUT',
  path: '/sessions/:id/co-hosts/:userId/',
  access: 'member',
  summary: 'Make a participant a co-host, who may edit the session and check people in, or remove that role.',
  params: z.object({ id: Id, userId: Id }),
  body: z.object({ is_co_host: z.boolean() }),
  returns: SessionDetail,
  errors: ['session_not_found', 'access_denied', 'user_not_found', 'session_cancelled', 'not_yourself'],
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/sessions/:id/check-in/',
  access: 'member',
  summary: 'Check in; the host and co-hosts may also check in others.',
  params: byId,
  body: z.object({
    user_ids: idList(sessionLimits.spots.most)
      .optional()
      .describe('For the host, co-hosts and gym admins. The caller alone unless given.'),
    attended: z.boolean().default(true).describe('False undoes a check-in: attendance is unknown again.'),
  }),
  returns: SessionDetail,
  errors: [
    'session_not_found',
    'not_a_participant',
    'user_not_found',
    'check_in_closed',
    'session_cancelled',
    'access_denied',
    'emulation_not_allowed',
  ],
});
