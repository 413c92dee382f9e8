import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, FileUrl, Id, line, Token } from '../api/primitives.ts';
import { GymOption } from '../gyms/gym-option.ts';
import { OrganizationSummary } from '../organizations.ts';
import { facesInList } from './limits.ts';
import { SessionDetail, SessionTime, WorkoutType } from './sessions.ts';
import { joinErrors } from './spots.ts';

export const shareSession = endpoint({
  method: 'GET',
  path: '/sessions/:id/share/',
  access: 'member',
  emulating: 'refused',
  demo: 'refused',
  needsVerifiedEmail: true,
  summary: "The session's public link, with the caller's referrer code.",
  params: byId,
  returns: z.object({ share_token: z.string(), share_url: z.string(), referrer_code: z.string() }),
  errors: ['session_not_found', 'session_cancelled', 'session_started', 'session_invite_only'],
});

export const revokeSessionShare = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/share/',
  access: 'member',
  summary: 'End the public link; sharing again creates a new one.',
  params: byId,
  errors: ['session_not_found', 'access_denied'],
});

const SharedPerson = z.object({
  name: z.string().describe('First name only, unless the reader is in the same organization.'),
  initials: z.string(),
  avatar_color: z.string(),
  avatar_url: FileUrl.nullable(),
});

/** What a visitor with the link may see: first name, initials and gym, nothing else about a member. */
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
    available_spots: z.number().int().describe('Spots anyone may take: free and not owed to the waitlist.'),
    creator: z.object({
      id: Id,
      full_name: z.string().describe('First name only, unless the reader is in the same organization.'),
      email: z.string().nullable(),
      initials: z.string(),
      avatar_color: z.string(),
      avatar_url: FileUrl.nullable(),
      personal_share_code: z.string().nullable(),
    }),
    organization: OrganizationSummary.pick({ id: true, name: true }),
    gym: GymOption,
    user_is_participant: z.boolean(),
    shared_by: SharedPerson.nullable().describe(
      'The member whose referrer code the link carries, unless it is the host.',
    ),
    participants: z.array(SharedPerson).describe(`The first ${facesInList}, the host first.`),
  })
  .meta({ id: 'SharedSession' });

export const getSharedSession = endpoint({
  method: 'GET',
  path: '/sessions/shared/:token/',
  access: 'public',
  summary: 'The session behind a share link.',
  params: z.object({ token: Token }),
  query: z.object({ referrer_code: line({ max: 64 }).optional() }),
  returns: SharedSession,
  errors: ['shared_session_not_found'],
  limit: 'invite',
});

export const joinByToken = endpoint({
  method: 'POST',
  path: '/sessions/join-by-token/',
  access: 'signed_in',
  emulating: 'refused',
  sentOnce: true,
  crossesOrganizations: true,
  summary: 'Join the session behind a share link; a caller without a gym joins its gym too.',
  body: z.object({ share_token: Token, referrer_code: line({ max: 64 }).optional() }),
  returns: z.object({ session: SessionDetail, friend_added: z.boolean() }),
  errors: ['shared_session_not_found', 'already_member', ...joinErrors],
  limit: 'invite',
});
