import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GymOption } from './gyms.ts';
import { OrganizationSummary } from './organizations.ts';
import { byId, FileUrl, Id, InstantInput, idList, line, paragraph, Token } from './primitives.ts';
import { SeriesScope, SessionDetail, SessionTime, WorkoutType } from './sessions.ts';

const joinErrors = [
  'session_not_found',
  'session_full',
  'session_started',
  'session_cancelled',
  'already_joined',
  'level_not_met',
  'gender_not_met',
] as const;

export const joinSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/join/',
  access: 'member',
  summary: 'Take a place in a session, or in every session of its series.',
  params: byId,
  body: z.object({ scope: SeriesScope }),
  returns: SessionDetail,
  errors: ['emulation_not_allowed', ...joinErrors],
});

export const leaveSession = endpoint({
  method: 'POST',
  path: '/sessions/:id/leave/',
  access: 'member',
  summary: 'Give the place back; a creator hands the session on, and the last one out cancels it.',
  params: byId,
  body: z.object({ scope: SeriesScope }),
  returns: SessionDetail,
  errors: ['session_not_found', 'not_a_participant', 'session_started', 'session_cancelled', 'emulation_not_allowed'],
});

export const shareSession = endpoint({
  method: 'GET',
  path: '/sessions/:id/share/',
  access: 'member',
  summary: "The session's public link, with the caller's referrer code.",
  params: byId,
  returns: z.object({ share_token: z.string(), share_url: z.string(), referrer_code: z.string() }),
  errors: ['session_not_found', 'session_cancelled', 'session_started', 'demo_not_allowed', 'emulation_not_allowed'],
});

export const revokeSessionShare = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/share/',
  access: 'member',
  summary: 'End the public link; sharing again makes a new one.',
  params: byId,
  errors: ['session_not_found', 'access_denied'],
});

/** What a stranger with the link may see: first name, initials and gym, nothing more of a person. */
export const SharedSession = z
  .object({
    id: Id,
    title: z.string(),
    start_time: SessionTime,
    duration: z.number().int(),
    session_duration_minutes: z.number().int(),
    description: z.string(),
    workout_type: WorkoutType,
    session_types: z.array(z.string()),
    current_participants: z.number().int(),
    participants_count: z.number().int(),
    max_participants: z.number().int(),
    creator: z.object({
      id: Id,
      full_name: z.string().describe('First name only, unless the reader is in the same organisation.'),
      email: z.string().nullable(),
      initials: z.string(),
      avatar_color: z.string(),
      avatar_url: FileUrl.nullable(),
      personal_share_code: z.string().nullable(),
    }),
    organization: OrganizationSummary.pick({ id: true, name: true }),
    gym: GymOption,
    user_is_participant: z.boolean(),
  })
  .meta({ id: 'SharedSession' });

export const getSharedSession = endpoint({
  method: 'GET',
  path: '/sessions/shared/:token/',
  access: 'public',
  summary: 'The session behind a share link.',
  params: z.object({ token: Token }),
  returns: SharedSession,
  errors: ['shared_session_not_found'],
  limit: 'invite',
});

export const joinByToken = endpoint({
  method: 'POST',
  path: '/sessions/join-by-token/',
  access: 'signed_in',
  summary: 'Join the session behind a share link; somebody without a gym joins its gym too.',
  body: z.object({ share_token: Token, referrer_code: line({ max: 64 }).optional() }),
  returns: z.object({ session: SessionDetail, friend_added: z.boolean() }),
  errors: ['shared_session_not_found', 'already_member', 'emulation_not_allowed', ...joinErrors],
  limit: 'invite',
});

export const joinPendingSession = endpoint({
  method: 'POST',
  path: '/sessions/join-session/',
  access: 'member',
  summary: 'Finish a join that was waiting for sign-in: join, ask to be friends, or propose another time.',
  body: z.object({
    session_id: Id,
    friend_request_ids: idList(50).optional().describe('People to ask.'),
    proposal: z.object({ proposed_time: InstantInput, message: paragraph({ max: 500 }).default('') }).optional(),
  }),
  returns: z.object({ session: SessionDetail, joined: z.boolean(), proposal_id: Id.nullable() }),
  errors: ['user_not_found', 'gym_closed', 'session_in_past', 'emulation_not_allowed', ...joinErrors],
});

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/sessions/:id/waiting-list/',
  access: 'member',
  summary: 'Wait for a place in a full session.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_full', 'already_waiting', 'emulation_not_allowed', ...joinErrors],
});

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/waiting-list/',
  access: 'member',
  summary: 'Stop waiting, or let an offered place go to the next.',
  params: byId,
  returns: SessionDetail,
  errors: ['session_not_found', 'not_waiting', 'emulation_not_allowed'],
});

export const acceptPlace = endpoint({
  method: 'POST',
  path: '/sessions/:id/waiting-list/accept/',
  access: 'member',
  summary: 'Take the place that was offered; whoever has it already simply keeps it.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_waiting', 'offer_expired', 'emulation_not_allowed', ...joinErrors],
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/sessions/:id/check-in/',
  access: 'member',
  summary: "Say 'I'm here'; the host may also confirm who came.",
  params: byId,
  body: z.object({
    user_ids: idList(500).optional().describe('For the host and gym admins. The caller alone unless given.'),
    attended: z.boolean().default(true).describe('False takes a tap back: it is unknown again who came.'),
  }),
  returns: SessionDetail,
  errors: [
    'session_not_found',
    'not_a_participant',
    'user_not_found',
    'check_in_closed',
    'session_cancelled',
    'emulation_not_allowed',
  ],
});
