import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { FirstName, Id, LastName, PresentedPassword, Token } from './api/primitives.ts';
import { AuthResponse, invitePart } from './auth.ts';
import { longestEmail, longestPersonName } from './limits.ts';
import { User } from './users/users.ts';

const proof = Token.describe('A single-use token signed by the server, valid for 15 minutes.');

/** The provider's data about a visitor; worthless without its proof. */
export const GoogleData = z
  .object({
    google_id: z.string().max(255),
    email: z.string().max(longestEmail),
    avatar_url: z.string().max(500).nullish(),
    proof,
  })
  .meta({ id: 'GoogleData' });

export const AppleData = z
  .object({
    apple_id: z.string().max(255),
    email: z.string().max(longestEmail).nullish(),
    first_name: z.string().max(longestPersonName).nullish(),
    last_name: z.string().max(longestPersonName).nullish(),
    proof,
  })
  .meta({ id: 'AppleData' });

/**
 * Signed in, or what to do first: finish registering with an invite (200), or sign in and link (409, an error that
 * carries `action`, `message`, `email` and the provider's data besides the usual fields).
 */
const SocialResponse = AuthResponse.partial()
  .extend({
    action: z.enum(['link_account', 'complete_registration']).optional(),
    created: z.boolean().optional(),
    message: z.string().optional(),
    email: z.string().nullable().optional(),
    google_data: GoogleData.optional(),
    apple_data: AppleData.optional(),
    provider_token: z
      .string()
      .optional()
      .describe(
        'The id token behind a code, for calls that need a fresh one, such as deleting an account without a password.',
      ),
  })
  .meta({ id: 'SocialResponse' });

const providerCode = z.string().min(1).max(2048);

export const googleCallback = endpoint({
  method: 'POST',
  path: '/auth/google/callback/',
  forgets: true,
  access: 'public',
  summary: 'Sign in with the code Google gave the browser.',
  body: z.object({ code: providerCode, redirect_uri: z.string().max(500), nonce: z.string().max(200).optional() }),
  returns: SocialResponse,
  errors: ['google_failed', 'link_account', 'provider_not_configured', 'organization_inactive', 'organization_gone'],
  limit: 'login',
});

export const googleNative = endpoint({
  method: 'POST',
  path: '/auth/google/native/',
  forgets: true,
  access: 'public',
  summary: 'Sign in with the token Google gave the native app; only a verified token is accepted.',
  body: z.object({
    id_token: Token,
    access_token: z.string().max(4096).optional(),
    nonce: z.string().max(200).optional(),
    user: z
      .object({
        email: z.string().max(longestEmail),
        name: z.string().max(200),
        given_name: z.string().max(100),
        family_name: z.string().max(100),
        picture: z.string().max(1000),
      })
      .partial()
      .optional(),
  }),
  returns: SocialResponse,
  errors: ['google_failed', 'link_account', 'provider_not_configured', 'organization_inactive', 'organization_gone'],
  limit: 'login',
});

/** Changing sign-in methods requires the password, or a fresh provider token if there is none. */
const confirmation = {
  current_password: PresentedPassword.optional().describe('Needed when the account has a password.'),
  provider_token: Token.optional().describe(
    'A fresh id token of a linked provider, for an account without a password.',
  ),
};

const confirmationErrors = ['wrong_password', 'provider_not_configured'] as const;
const linkErrors = ['social_proof_invalid', 'social_account_taken', ...confirmationErrors] as const;
const unlinkErrors = ['last_sign_in_method', ...confirmationErrors] as const;

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/link/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: "Link Google to the caller's account.",
  body: z.object({ google_id: z.string().max(255), google_data: GoogleData, ...confirmation }),
  returns: User,
  errors: ['google_link_failed', ...linkErrors],
  forgets: true,
  limit: 'confirm',
});

export const unlinkGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/unlink/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Unlink Google; the last way to sign in stays.',
  body: z.object(confirmation),
  returns: User,
  errors: unlinkErrors,
  forgets: true,
  limit: 'confirm',
});

export const linkApple = endpoint({
  method: 'POST',
  path: '/auth/apple/link/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: "Link Apple to the caller's account.",
  body: z.object({ apple_id: z.string().max(255), apple_data: AppleData, ...confirmation }),
  returns: User,
  errors: ['apple_failed', ...linkErrors],
  forgets: true,
  limit: 'confirm',
});

export const unlinkApple = endpoint({
  method: 'POST',
  path: '/auth/apple/unlink/',
  access: 'signed_in',
  emulating: 'refused',
  demo: 'refused',
  summary: 'Unlink Apple; the last way to sign in stays.',
  body: z.object(confirmation),
  returns: User,
  errors: unlinkErrors,
  forgets: true,
  limit: 'confirm',
});

const completion = {
  ...invitePart,
  first_name: FirstName.optional(),
  last_name: LastName.optional(),
};

const CompletionResponse = AuthResponse.extend({ session_joined: Id.nullable() }).meta({ id: 'CompletionResponse' });

const completionErrors = [
  'invite_required',
  'invite_code_invalid',
  'gym_not_found',
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
  sentOnce: true,
  summary: 'Finish registering with Google and an invite.',
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
  sentOnce: true,
  summary: 'Finish registering with Apple and an invite.',
  body: z.object({ apple_data: AppleData, ...completion }),
  returns: CompletionResponse,
  status: 201,
  errors: completionErrors,
  limit: 'register',
});

export const appleLogin = endpoint({
  method: 'POST',
  path: '/auth/apple/login/',
  forgets: true,
  access: 'public',
  summary: 'Sign in with the token Apple gave; only a verified token is accepted.',
  body: z.object({
    id_token: Token,
    authorization_code: providerCode.optional(),
    nonce: z.string().max(200).optional(),
    user: z
      .object({
        name: z
          .object({ firstName: z.string().max(longestPersonName), lastName: z.string().max(longestPersonName) })
          .partial(),
        email: z.string().max(longestEmail),
      })
      .partial()
      .optional(),
    gym_id: Id.optional(),
  }),
  returns: SocialResponse,
  errors: ['apple_failed', 'link_account', 'provider_not_configured', 'organization_inactive', 'organization_gone'],
  limit: 'login',
});

/** The sign-in providers this installation offers; only these get a button. */
export const getSignInMethods = endpoint({
  method: 'GET',
  path: '/auth/methods/',
  access: 'public',
  summary: 'The configured sign-in providers, with the public ids their buttons need.',
  returns: z.object({
    google: z.object({ client_id: z.string(), authorization_url: z.string() }).nullable(),
    apple: z.object({ client_id: z.string(), authorization_url: z.string() }).nullable(),
  }),
});
