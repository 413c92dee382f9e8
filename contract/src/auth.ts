import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import {
  byId,
  Email,
  FirstName,
  Id,
  Instant,
  LastName,
  line,
  Password,
  PresentedPassword,
  Token,
} from './api/primitives.ts';
import { Gym, GymConfig } from './gyms/gyms.ts';
import { longestEntryReason } from './limits.ts';
import { OrganizationSummary } from './organizations.ts';
import { User } from './users/users.ts';

export const AuthResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    user: User,
    must_change_password: z
      .boolean()
      .describe('The sign-in used a setup code or a password from staff: ask for an own password now.'),
    current_gym_id: Id.nullable(),
    organization: OrganizationSummary.nullable(),
    gym_config: GymConfig,
  })
  .meta({ id: 'AuthResponse' });
export type AuthResponse = z.infer<typeof AuthResponse>;

export const login = endpoint({
  method: 'POST',
  path: '/auth/login/',
  forgets: true,
  access: 'public',
  summary:
    'Sign in with an email and a password, or with the setup code from the welcome mail. A password that staff chose for an account in use answers `password_link_sent`.',
  body: z.object({ email: Email, password: PresentedPassword }),
  returns: AuthResponse,
  errors: ['wrong_credentials', 'password_link_sent', 'organization_inactive', 'organization_gone'],
  limit: 'login',
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout/',
  forgets: true,
  access: 'public',
  summary:
    'End the sign-in of the bearer token and that of the refresh token. While emulating, this ends the emulation and the sign-in behind it. With a digest, end only the sign-in that it names.',
  body: z.object({
    refresh: Token.optional(),
    refresh_digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('SHA-256 of the refresh token. A device that signed out without a network keeps it until it is sent.'),
  }),
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh/',
  forgets: true,
  access: 'public',
  summary: 'Exchange a refresh token for a new pair. A token returns the same successor until that successor is used.',
  body: z.object({ refresh: Token }),
  returns: z.object({ access: z.string(), refresh: z.string() }),
  errors: ['refresh_invalid', 'organization_inactive', 'organization_gone'],
});

export const getCsrf = endpoint({
  method: 'GET',
  path: '/auth/csrf/',
  access: 'public',
  summary: 'A token for clients that expect one; bearer tokens in a header need none.',
  returns: z.object({ csrf_token: z.string() }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset/',
  forgets: true,
  access: 'public',
  summary: 'Mail a reset link if the address has an account; the answer is the same either way.',
  body: z.object({ email: Email }),
  status: 202,
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset/confirm/',
  forgets: true,
  access: 'public',
  summary: 'Set a new password with the token of a reset link, end every sign-in of the account and sign in.',
  body: z.object({ token: Token, new_password: Password }),
  returns: AuthResponse,
  errors: ['reset_link_invalid', 'password_too_common', 'organization_inactive', 'organization_gone'],
});

export const verifyEmailCode = endpoint({
  method: 'POST',
  path: '/auth/verify-email-code/',
  forgets: true,
  access: 'signed_in',
  emulating: 'refused',
  summary: "Confirm the caller's email with the mailed six-digit code; a wrong code answers with `tries_left`.",
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Invalid verification code. Please try again.'),
  }),
  returns: User,
  errors: ['verification_code_invalid', 'email_already_verified'],
  limit: 'code',
});

export const switchGym = endpoint({
  method: 'POST',
  path: '/auth/switch-gym/',
  access: 'member',
  emulating: 'refused',
  summary: 'Switch to another accessible gym.',
  body: z.object({ gym_id: Id }),
  returns: z.object({ user: User, current_gym_id: Id, gym_config: GymConfig }),
  errors: ['gym_not_found'],
});

export const InviteType = z.enum(['org', 'session', 'friend']);

/** The invite part of a registration; `invite_type` decides which fields matter. */
export const invitePart = {
  invite_type: InviteType.optional(),
  invite_code: line({ max: 64 })
    .optional()
    .describe(
      "An organization's code in any case; the share token or personal code of other invite types is accepted here too.",
    ),
  gym_id: Id.optional().describe('For an organization invite: the location chosen.'),
  session_token: Token.optional().describe("For a session invite: the session's share token."),
  referrer_code: line({ max: 64 }).optional().describe('The personal share code of the member who shared the link.'),
};

export const InviteRegistration = z
  .object({
    email: Email,
    password: Password,
    password_confirm: z.string().max(128),
    first_name: FirstName,
    last_name: LastName,
    ...invitePart,
  })
  .refine((form) => form.password === form.password_confirm, {
    path: ['password_confirm'],
    error: 'Passwords do not match',
  })
  .meta({ id: 'InviteRegistration' });

const RegistrationResponse = AuthResponse.extend({
  accessible_gyms: z.array(Gym),
  session_joined: Id.nullable().describe('The session of a session invite.'),
}).meta({ id: 'RegistrationResponse' });

const inviteErrors = [
  'invite_code_invalid',
  'gym_not_found',
  'friend_invite_invalid',
  'shared_session_not_found',
] as const;

export const register = endpoint({
  method: 'POST',
  path: '/auth/register/',
  access: 'public',
  sentOnce: true,
  summary: 'Create an account, with an invite or without a gym for now.',
  body: InviteRegistration,
  returns: RegistrationResponse,
  status: 201,
  errors: ['email_taken', 'password_too_common', ...inviteErrors],
  limit: 'register',
});

export const registerWithInvite = endpoint({
  method: 'POST',
  path: '/members/register-with-invite/',
  access: 'public',
  sentOnce: true,
  summary: 'Create an account with an invite and join its gym.',
  body: InviteRegistration,
  returns: RegistrationResponse,
  status: 201,
  errors: ['email_taken', 'password_too_common', 'invite_required', ...inviteErrors],
  limit: 'register',
});

const EmulationStatus = z
  .object({
    is_emulating: z.boolean(),
    organization: OrganizationSummary.nullable(),
    original_role: z.string().nullable(),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'EmulationStatus' });

export const startEmulation = endpoint({
  method: 'POST',
  path: '/auth/emulate/',
  access: 'super_admin',
  summary: "Enter an organization's context for up to 60 minutes; all changes are logged under the caller's name.",
  body: z.object({
    organization_id: Id,
    reason: line({ max: longestEntryReason }).default('').describe('Why. The organization reads it in its audit log.'),
  }),
  returns: EmulationStatus.extend({
    access_token: z.string().describe("Used in addition to the caller's own tokens, which stay valid."),
  }),
  errors: ['organization_not_found', 'organization_deleted'],
});

export const stopEmulation = endpoint({
  method: 'POST',
  path: '/auth/stop-emulation/',
  access: 'signed_in',
  summary: "Leave the organization: ends the emulation's token without issuing another.",
  returns: EmulationStatus,
  errors: ['not_emulating'],
});

export const getEmulationStatus = endpoint({
  method: 'GET',
  path: '/auth/emulation-status/',
  access: 'signed_in',
  summary: 'Whether the caller is viewing an organization as its admin.',
  returns: EmulationStatus,
});

/** A device on which the caller is signed in. */
export const Login = z
  .object({
    id: Id,
    method: z.enum(['password', 'setup_code', 'google', 'apple', 'demo', 'emulation']),
    user_agent: z.string(),
    ip: z.string().nullable(),
    created_at: Instant,
    last_used_at: Instant,
    expires_at: Instant,
    is_current: z.boolean(),
  })
  .meta({ id: 'Login' });

export const listMyLogins = endpoint({
  method: 'GET',
  path: '/users/me/logins/',
  access: 'signed_in',
  summary: 'Where the caller is signed in.',
  returns: z.object({ results: z.array(Login) }),
});

export const revokeMyLogin = endpoint({
  method: 'DELETE',
  path: '/users/me/logins/:id/',
  access: 'signed_in',
  summary: "End one of the caller's sign-ins.",
  params: byId,
  errors: ['login_not_found'],
});
