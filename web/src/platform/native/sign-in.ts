import { SocialLogin } from '@capgo/capacitor-social-login';
import { builtApp } from '#platform/native-app.ts';

type Asked = { provider: 'google' | 'apple'; clientId: string; nonce: string };

/** The parts of an answer, named as a provider names them when it sends a browser back. */
export type NativeAnswer = Partial<Record<'id_token' | 'access_token' | 'code' | 'user' | 'error', string>>;

/** Apple's code for a member who closed its sheet; the plugin gives it a word, other versions the number. */
const CANCELLED = /^(USER_CANCELLED|1001)$/;

/** Asks Google or Apple through the phone's own sheet. */
export async function askNatively(asked: Asked): Promise<NativeAnswer> {
  try {
    return asked.provider === 'google' ? await askGoogle(asked) : await askApple(asked);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const isCancelled = CANCELLED.test(String(code)) || /\berror 1001\b/.test(String(message));
    return { error: isCancelled ? 'user_cancelled_authorize' : 'failed' };
  }
}

async function askGoogle({ clientId, nonce }: Asked): Promise<NativeAnswer> {
  const iOSClientId = builtApp?.googleClientId ?? undefined;
  await SocialLogin.initialize({
    google: { webClientId: clientId, ...(iOSClientId && { iOSClientId }), mode: 'online' },
  });
  const { result } = await SocialLogin.login({ provider: 'google', options: { nonce } });
  if (result.responseType !== 'online') return {};
  const { email, name, givenName, familyName, imageUrl } = result.profile;
  return present({
    id_token: result.idToken,
    access_token: result.accessToken?.token,
    user: JSON.stringify(present({ email, name, given_name: givenName, family_name: familyName, picture: imageUrl })),
  });
}

async function askApple({ clientId, nonce }: Asked): Promise<NativeAnswer> {
  await SocialLogin.initialize({ apple: { clientId } });
  const { result } = await SocialLogin.login({ provider: 'apple', options: { scopes: ['email', 'name'], nonce } });
  const { givenName, familyName, email } = result.profile;
  const name = present({ firstName: givenName, lastName: familyName });
  return present({
    id_token: result.idToken,
    code: result.authorizationCode,
    user: JSON.stringify({ name, ...present({ email }) }),
  });
}

const present = (values: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));
