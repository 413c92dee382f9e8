import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { pageOf, pageQuery } from './api/page.ts';
import {
  byId,
  Email,
  FileUrl,
  Id,
  Instant,
  InstantInput,
  InviteCodeText,
  line,
  queryFlag,
  Token,
} from './api/primitives.ts';
import { GymOption } from './gyms/gym-option.ts';
import {
  inviteDays,
  longestInviteCode,
  longestInviteCodeLabel,
  mostInvites,
  mostNewCodes,
  shortestInviteCode,
} from './limits.ts';
import { Person } from './users/users.ts';

/** An organization's invite code, as its admins see it. */
export const InviteCode = z
  .object({
    id: Id,
    code: z.string(),
    label: z.string(),
    gym: GymOption.nullable().describe('Null: the new member chooses a gym.'),
    expires_at: Instant.nullable(),
    max_uses: z.number().int().nullable(),
    use_count: z.number().int(),
    is_active: z.boolean(),
    is_usable: z.boolean().describe('Switched on, not expired and not used up.'),
    mailed_to: z.string().nullable().describe('Whom a code of their own was mailed to.'),
    link: z.string(),
    version: z
      .string()
      .describe('Changes with the label, the gym and the limits; send it back to notice another change.'),
    created_at: Instant,
  })
  .meta({ id: 'InviteCode' });

/** A code that an admin chooses; the answer to a wrong one says what may be in it. */
const NewInviteCode = z
  .string()
  .trim()
  .min(shortestInviteCode, `At least ${shortestInviteCode} characters`)
  .max(longestInviteCode, { error: `At most ${longestInviteCode} characters`, abort: true })
  .regex(/^[A-Za-z0-9-]+$/, 'Use only the letters A to Z, digits and dashes. No spaces, accents or other signs.')
  .toUpperCase();

const codeFields = {
  label: line({ max: longestInviteCodeLabel }),
  gym_id: Id.nullable(),
  expires_at: InstantInput.nullable(),
  max_uses: z.number().int().min(1).max(1_000_000).nullable(),
  is_active: z.boolean(),
};

const codeDefaults = {
  label: codeFields.label.default(''),
  gym_id: codeFields.gym_id.default(null),
  expires_at: codeFields.expires_at.default(null),
  max_uses: codeFields.max_uses.default(null),
  is_active: codeFields.is_active.default(true),
};

export const listInviteCodes = endpoint({
  method: 'GET',
  path: '/gyms/invite-codes/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "The organization's invite codes, newest first; a gym admin sees those of the gyms they manage.",
  query: pageQuery().extend({
    gym_id: Id.optional(),
    is_active: queryFlag.optional(),
    is_usable: queryFlag.optional(),
    search: line({ max: 100 }).optional().describe('Part of the code, the label or the address it was mailed to.'),
  }),
  returns: pageOf(InviteCode),
});

export const createInviteCode = endpoint({
  method: 'POST',
  path: '/gyms/invite-codes/',
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  sentOnce: true,
  needsVerifiedEmail: true,
  summary: 'Create an invite code, chosen by the caller or random.',
  body: z.object({ code: NewInviteCode.optional(), ...codeDefaults }),
  returns: InviteCode,
  status: 201,
  errors: ['gym_not_found', 'invite_code_taken'],
  limit: 'create',
});

export const updateInviteCode = endpoint({
  method: 'PATCH',
  path: '/gyms/invite-codes/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  needsVerifiedEmail: true,
  summary: 'Change an invite code, or switch it on and off.',
  params: byId,
  body: z.object({ ...codeFields, version: z.string().max(64) }).partial(),
  returns: InviteCode,
  errors: ['invite_code_not_found', 'gym_not_found', 'changed_meanwhile'],
});

export const deleteInviteCode = endpoint({
  method: 'DELETE',
  path: '/gyms/invite-codes/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Remove an invite code.',
  params: byId,
  errors: ['invite_code_not_found'],
});

export const generateInviteCodes = endpoint({
  method: 'POST',
  path: '/gyms/invite-codes/generate_codes/',
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  sentOnce: true,
  needsVerifiedEmail: true,
  summary: 'Create up to 100 invite codes at once.',
  body: z.object({ count: z.number().int().min(1).max(mostNewCodes), ...codeDefaults }),
  returns: z.object({ results: z.array(InviteCode) }),
  status: 201,
  errors: ['gym_not_found'],
  limit: 'create',
});

const InviteOutcome = z
  .enum(['sent', 'member', 'sent_before', 'waits'])
  .describe('A member has an account here. Sent before: within a day. Who waits can be invited from `more_at` on.');

export const mailInvites = endpoint({
  method: 'POST',
  path: '/gyms/invite-codes/mail/',
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  sentOnce: true,
  needsVerifiedEmail: true,
  summary: `Mail up to ${mostInvites} people an invite code: one of their own, good for one use within ${inviteDays} days, or the given one.`,
  body: z.object({
    emails: z.array(Email).min(1, 'Enter at least one email').max(mostInvites, `Up to ${mostInvites} at a time`),
    code_id: Id.optional().describe('The code to mail to all of them.'),
    gym_id: Id.nullable().default(null).describe('Where codes of their own lead; null: the new member chooses.'),
  }),
  returns: z.object({
    results: z.array(z.object({ email: z.string(), outcome: InviteOutcome })),
    more_at: Instant.nullable().describe('When those who wait can be invited: today went more mails than allowed.'),
  }),
  errors: ['gym_not_found', 'invite_code_not_found'],
  limit: 'mail',
});

export const getInvitePoster = endpoint({
  method: 'GET',
  path: '/gyms/invite-codes/:id/poster/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "A poster to print in the gym's brand, with the invite code's QR code and three steps.",
  params: byId,
  query: z.object({ size: z.enum(['a4', 'a5']).default('a4') }),
  sends: 'application/pdf',
  errors: ['invite_code_not_found'],
});

/** A person who joined, and how. */
const Joined = z.object({
  user: Person.nullable().describe('Null after their account was deleted.'),
  joined_at: Instant,
});

export const listInviteCodeUses = endpoint({
  method: 'GET',
  path: '/gyms/invite-codes/:id/uses/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Who joined with an invite code, newest first.',
  params: byId,
  query: pageQuery(),
  returns: pageOf(Joined),
  errors: ['invite_code_not_found'],
});

export const listReferrals = endpoint({
  method: 'GET',
  path: '/gyms/referrals/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Top inviters, the most invites first; or the people whom one of them invited.',
  query: pageQuery().extend({ referrer_id: Id.optional() }),
  returns: pageOf(
    z.object({
      user: Person,
      joined_at: Instant,
      brought: z.number().int().describe('People they brought themselves.'),
      brought_in_all: z.number().int().describe('Those, the people these brought, and so on.'),
    }),
  ),
});

export const OrganizationInvite = z
  .object({
    valid: z.boolean(),
    error: z.string().optional(),
    organization: z.object({ id: Id, name: z.string() }).optional(),
    organization_id: Id.optional(),
    organization_name: z.string().optional(),
    gyms: z.array(GymOption).optional(),
    faces: z
      .array(z.object({ initials: z.string(), avatar_color: z.string() }))
      .optional()
      .describe('Some members who train there, without names.'),
  })
  .meta({ id: 'OrganizationInvite' });

export const validateInviteCode = endpoint({
  method: 'POST',
  path: '/invite-codes/validate/',
  access: 'public',
  summary: 'Whether an invite code is valid; wrong, expired, used-up and disabled codes look alike.',
  forgets: true,
  body: z.object({ code: InviteCodeText }),
  returns: OrganizationInvite,
  limit: 'invite',
});

/** The registration step that an account without a gym still has to take. */
export const redeemInviteCode = endpoint({
  method: 'POST',
  path: '/invite-codes/redeem/',
  access: 'signed_in',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Join a gym with an invite code, for an account without a gym.',
  body: z.object({ code: InviteCodeText, gym_id: Id.optional() }),
  returns: z.object({ organization_id: Id, organization_name: z.string(), gym: GymOption }),
  errors: ['invite_code_invalid', 'already_member', 'gym_not_found'],
  limit: 'invite',
});

/** A visitor with the link sees the inviter's first name, initials and gym, nothing else. */
const Inviter = z.object({
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  initials: z.string(),
  avatar_color: z.string(),
  avatar_url: FileUrl.nullable(),
});

export const FriendInvite = z
  .object({
    valid: z.boolean(),
    error: z.string().optional(),
    organization: z.object({ id: Id, name: z.string() }).optional(),
    inviter: Inviter.optional(),
    gym: GymOption.nullable().optional(),
    already_friends: z.boolean().optional(),
  })
  .meta({ id: 'FriendInvite' });

export const generatePlatformInvite = endpoint({
  method: 'POST',
  path: '/platform-invite/generate/',
  access: 'member',
  emulating: 'refused',
  demo: 'refused',
  needsVerifiedEmail: true,
  summary: "The caller's personal share code and link, always the same; mailed to an address if one is given.",
  body: z.object({ email: Email.optional() }),
  returns: z.object({ code: z.string(), referrer_code: z.string(), invite_url: z.string() }),
});

export const getPlatformInvite = endpoint({
  method: 'GET',
  path: '/platform-invite/:code/',
  access: 'public',
  summary: 'The inviter behind a friend invite link.',
  params: z.object({ code: Token }),
  returns: FriendInvite,
  errors: ['friend_invite_invalid'],
  limit: 'invite',
});

export const joinPlatformInvite = endpoint({
  method: 'POST',
  path: '/platform-invite/join/',
  access: 'signed_in',
  emulating: 'refused',
  sentOnce: true,
  crossesOrganizations: true,
  summary: "Accept a friend invite: both become friends, and a caller without a gym joins the inviter's.",
  body: z.object({ referrer_code: Token }),
  returns: z.object({ success: z.literal(true), friend_id: Id }),
  errors: ['friend_invite_invalid', 'already_friends', 'not_yourself', 'already_member'],
  limit: 'invite',
});
