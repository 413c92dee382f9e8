import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Gym, GymConfig } from './gyms.ts';
import { OrganizationSummary } from './organizations.ts';
import {
  Email,
  FirstName,
  Id,
  Instant,
  InviteCodeText,
  LastName,
  line,
  Password,
  PresentedPassword,
  Token,
} from './primitives.ts';
import { User } from './users.ts';

export const AuthResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    user: User,
    must_change_password: z.boolean().describe('The sign-in used a setup code: ask for a password now.'),
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
  summary: 'Sign in with an email and a password, or with the setup code of a welcome mail in its place.',
  body: z.object({ email: Email, password: PresentedPassword }),
  returns: AuthResponse,
  errors: ['wrong_credentials'],
  limit: 'login',
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout/',
  forgets: true,
  access: 'public',
  summary: 'End the sign-in of the bearer token, or of the refresh token when that is all there is.',
  body: z.object({ refresh: Token.optional() }),
});

export const refresh = endpoint({
  method: 'POST',
  path: '/auth/refresh/',
  forgets: true,
  access: 'public',
  summary: 'Exchange a refresh token for a new pair. A token goes on giving the same successor until that is used.',
  body: z.object({ refresh: Token }),
  returns: z.object({ access: z.string(), refresh: z.string() }),
  errors: ['refresh_invalid'],
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
  limit: 'mail',
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/password-reset/confirm/',
  forgets: true,
  access: 'public',
  summary: 'Set a new password with the token of a reset link; ends every sign-in of the account.',
  body: z.object({ token: Token, new_password: Password }),
  errors: ['reset_link_invalid', 'password_too_common'],
  limit: 'code',
});

export const verifyEmailCode = endpoint({
  method: 'POST',
  path: '/auth/verify-email-code/',
  forgets: true,
  access: 'signed_in',
  summary: "Confirm the caller's email with the six digits that were mailed.",
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Invalid verification code. Please try again.'),
  }),
  returns: User,
  errors: ['verification_code_invalid', 'email_already_verified', 'emulation_not_allowed'],
  limit: 'code',
});

export const switchGym = endpoint({
  method: 'POST',
  path: '/auth/switch-gym/',
  access: 'member',
  summary: 'Make another accessible gym the current one.',
  body: z.object({ gym_id: Id }),
  returns: z.object({ user: User, current_gym_id: Id, gym_config: GymConfig }),
  errors: ['gym_not_found', 'emulation_not_allowed'],
});

export const InviteType = z.enum(['org', 'session', 'friend']);

/** The invite part of a registration: which of the fields matter depends on `invite_type`. */
const invitePart = {
  invite_type: InviteType.optional(),
  invite_code: z.union([InviteCodeText, z.literal('')]).optional(),
  gym_id: Id.optional().describe('For an organisation invite: the location chosen.'),
  session_token: Token.optional().describe("For a session invite: the session's share token."),
  referrer_code: line({ max: 64 }).optional().describe('The personal share code of whoever passed the link on.'),
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
  session_joined: Id.nullable().describe('The session a session invite led into.'),
}).meta({ id: 'RegistrationResponse' });

export const register = endpoint({
  method: 'POST',
  path: '/auth/register/',
  access: 'public',
  summary: 'Make an account, with an invite or without a gym for now.',
  body: InviteRegistration,
  returns: RegistrationResponse,
  status: 201,
  errors: [
    'email_taken',
    'password_too_common',
    'invite_code_invalid',
    'friend_invite_invalid',
    'shared_session_not_found',
  ],
  limit: 'register',
});

export const registerWithInvite = endpoint({
  method: 'POST',
  path: '/members/register-with-invite/',
  access: 'public',
  summary: 'Make an account with an invite and join its gym.',
  body: InviteRegistration,
  returns: RegistrationResponse,
  status: 201,
  errors: [
    'email_taken',
    'password_too_common',
    'invite_required',
    'invite_code_invalid',
    'friend_invite_invalid',
    'shared_session_not_found',
  ],
  limit: 'register',
});

const proof = Token.describe('A token of 15 minutes, signed by the server, good for one use.');

/** What the provider told the server about somebody; worthless without its proof. */
export const GoogleData = z
  .object({
    google_id: z.string().max(255),
    email: z.string().max(254),
    avatar_url: z.string().max(500).nullish(),
    proof,
  })
  .meta({ id: 'GoogleData' });

export const AppleData = z
  .object({
    apple_id: z.string().max(255),
    email: z.string().max(254).nullish(),
    first_name: z.string().max(80).nullish(),
    last_name: z.string().max(80).nullish(),
    proof,
  })
  .meta({ id: 'AppleData' });

/** Signed in, or told what to do first: sign in and link, or finish registering with an invite. */
const SocialResponse = AuthResponse.partial()
  .extend({
    action: z.enum(['link_account', 'complete_registration']).optional(),
    created: z.boolean().optional(),
    message: z.string().optional(),
    email: z.string().nullable().optional(),
    google_data: GoogleData.optional(),
    apple_data: AppleData.optional(),
  })
  .meta({ id: 'SocialResponse' });

const providerCode = z.string().min(1).max(2048);

export const googleCallback = endpoint({
  method: 'POST',
  path: '/auth/google/callback/',
  access: 'public',
  summary: 'Sign in with the code Google gave the browser.',
  body: z.object({ code: providerCode, redirect_uri: z.string().max(500), nonce: z.string().max(200).optional() }),
  returns: SocialResponse,
  errors: ['google_failed', 'link_account', 'provider_not_configured'],
  limit: 'login',
});

export const googleNative = endpoint({
  method: 'POST',
  path: '/auth/google/native/',
  access: 'public',
  summary: 'Sign in with the token Google gave the native app; only the verified token is believed.',
  body: z.object({
    id_token: Token,
    access_token: z.string().max(4096).optional(),
    user: z
      .object({
        email: z.string().max(254),
        name: z.string().max(200),
        given_name: z.string().max(100),
        family_name: z.string().max(100),
        picture: z.string().max(1000),
      })
      .partial()
      .optional(),
  }),
  returns: SocialResponse,
  errors: ['google_failed', 'link_account', 'provider_not_configured'],
  limit: 'login',
});

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/link/',
  access: 'signed_in',
  summary: "Add Google to the caller's ways to sign in.",
  body: z.object({
    google_id: z.string().max(255),
    google_data: GoogleData,
    current_password: PresentedPassword.optional().describe('Needed when the account has a password.'),
  }),
  returns: User,
  errors: [
    'google_link_failed',
    'social_proof_invalid',
    'social_account_taken',
    'wrong_password',
    'emulation_not_allowed',
  ],
  limit: 'login',
});

export const unlinkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/unlink/',
  access: 'signed_in',
  summary: "Take Google from the caller's ways to sign in; the last way stays.",
  body: z.object({ current_password: PresentedPassword.optional() }),
  returns: User,
  errors: ['last_sign_in_method', 'wrong_password', 'emulation_not_allowed'],
  limit: 'login',
});

const completion = {
  ...invitePart,
  invite_code: z.union([InviteCodeText, z.literal('')]).optional(),
  first_name: FirstName.optional(),
  last_name: LastName.optional(),
};

const CompletionResponse = AuthResponse.extend({ session_joined: Id.nullable() }).meta({ id: 'CompletionResponse' });

const completionErrors = [
  'invite_required',
  'invite_code_invalid',
  'friend_invite_invalid',
  'shared_session_not_found',
  'social_proof_invalid',
  'email_taken',
  'provider_not_configured',
] as const;

export const completeGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/complete/',
  access: 'public',
  summary: 'Finish registering with Google, by an invite.',
  body: z.object({ google_data: GoogleData, ...completion }),
  returns: CompletionResponse,
  status: 201,
  errors: completionErrors,
  limit: 'register',
});

export const completeApple = endpoint({
  method: 'POST',
  path: '/auth/apple/complete/',
  access: 'public',
  summary: 'Finish registering with Apple, by an invite.',
  body: z.object({ apple_data: AppleData, ...completion }),
  returns: CompletionResponse,
  status: 201,
  errors: completionErrors,
  limit: 'register',
});

export const appleLogin = endpoint({
  method: 'POST',
  path: '/auth/apple/login/',
  access: 'public',
  summary: 'Sign in with the token Apple gave; only the verified token is believed.',
  body: z.object({
    id_token: Token,
    authorization_code: providerCode.optional(),
    nonce: z.string().max(200).optional(),
    user: z
      .object({
        name: z.object({ firstName: z.string().max(80), lastName: z.string().max(80) }).partial(),
        email: z.string().max(254),
      })
      .partial()
      .optional(),
    gym_id: Id.optional(),
  }),
  returns: SocialResponse,
  errors: ['apple_failed', 'link_account', 'provider_not_configured'],
  limit: 'login',
});

/** Which ways to sign in this installation offers; a button appears only for those. */
export const getSignInMethods = endpoint({
  method: 'GET',
  path: '/auth/methods/',
  access: 'public',
  summary: 'Which providers this installation is set up for, and the public ids their buttons need.',
  returns: z.object({
    google: z.object({ client_id: z.string(), authorization_url: z.string() }).nullable(),
    apple: z.object({ client_id: z.string(), authorization_url: z.string() }).nullable(),
  }),
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
  summary:
    "Enter an organisation's context for up to 60 minutes; every change is written down under the caller's name.",
  body: z.object({ organization_id: Id }),
  returns: EmulationStatus.extend({
    access_token: z.string().describe('Used beside the own tokens, which stay good.'),
  }),
  errors: ['organization_not_found', 'already_emulating', 'super_admin_required'],
});

export const stopEmulation = endpoint({
  method: 'POST',
  path: '/auth/stop-emulation/',
  access: 'signed_in',
  summary: "Leave the organisation: ends the emulation's token, never gives another.",
  returns: EmulationStatus,
  errors: ['not_emulating'],
});

export const getEmulationStatus = endpoint({
  method: 'GET',
  path: '/auth/emulation-status/',
  access: 'signed_in',
  summary: 'Whether the caller is inside an organisation.',
  returns: EmulationStatus,
});
