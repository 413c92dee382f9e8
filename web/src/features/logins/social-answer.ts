import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';
import type { AppleData, GoogleData } from './social-data.ts';
import { type Return, returnAddress } from './social-trip.ts';

type SocialAnswer = Answer<'googleCallback'>;

const CANCELLED = ['user_cancelled_authorize', 'access_denied'];

/** Errors in the provider's answer, before the server is asked. */
export function problemOf({ provider, error, code, idToken }: Return): string | null {
  if (provider === 'apple') {
    if (error && error !== 'no_token')
      return CANCELLED.includes(error) ? 'Sign in was cancelled' : 'Apple Sign In failed';
    return idToken ? null : 'No identity token received from Apple';
  }
  if (error && error !== 'no_token') return 'Failed to sign in with Google';
  return code || idToken ? null : 'Failed to get authentication token from Google';
}

export function socialErrorText(error: unknown, provider: Return['provider']): string {
  if (provider === 'google') return errorText(error, 'Failed to sign in with Google');
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404) return 'Apple login endpoint not found on server';
  if (status === 500) return 'Server error during Apple login';
  return errorText(error, 'Apple Sign In failed');
}

async function ask({ provider, code, idToken, accessToken, nonce, user }: Return): Promise<SocialAnswer> {
  if (provider === 'google' && idToken)
    return api.googleNative({
      body: { id_token: idToken, access_token: accessToken ?? undefined, nonce, user: user ?? undefined },
    });
  if (provider === 'google')
    return api.googleCallback({ body: { code: code ?? '', redirect_uri: returnAddress(), nonce } });
  return api.appleLogin({
    body: { id_token: idToken ?? '', authorization_code: code ?? undefined, nonce, user: user ?? undefined },
  });
}

/** A 409 with an action is a normal result. */
function answerIn(error: unknown): SocialAnswer | null {
  if (!(error instanceof ApiError) || error.status !== 409 || !isRecord(error.body)) return null;
  return error.body.action ? (error.body as SocialAnswer) : null;
}

export async function socialAnswer(back: Return): Promise<SocialAnswer> {
  try {
    return await ask(back);
  } catch (error) {
    const answer = answerIn(error);
    if (answer) return answer;
    throw error;
  }
}

export const dataIn = (answer: SocialAnswer): GoogleData | AppleData | undefined =>
  answer.google_data ?? answer.apple_data;
