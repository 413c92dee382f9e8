import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { newId } from '#platform/ids.ts';

const ISSUER = 'spotter';
const AUDIENCE = 'spotter-push-action';
/** No access token has it, so neither kind passes for the other. */
const TYPE = 'push-action+jwt';
/** Shorter than the server remembers that a call was made, so a token can't be used a second time. */
const HOURS = 12;

/** One call of one member at one address with one body, for as long as the sign-in stands. */
export type Action = {
  userId: string;
  loginId: string;
  op: string;
  path: string;
  body: Record<string, unknown>;
};

export type ActionTokens = {
  sign(action: Action): Promise<string>;
  /** With the token's own id, under which the call is made once. Null for anything that isn't a valid token of ours. */
  verify(token: string): Promise<(Action & { id: string }) | null>;
};

/**
 * Tokens for what a notification offers. A service worker has no sign-in, so its push brings a token for each action. It
 * allows nothing else, and the call judges the member's rights when it is made.
 */
export function createActionTokens(secret: string): ActionTokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  return {
    sign: ({ userId, loginId, op, path, body }) =>
      new SignJWT({ sid: loginId, op, path, body })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(userId)
        .setJti(newId())
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setExpirationTime(`${HOURS}h`)
        .sign(key),

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['sub', 'exp', 'jti', 'sid', 'op', 'path', 'body'],
        });
        return {
          id: payload.jti as string,
          userId: payload.sub as string,
          loginId: payload.sid as string,
          op: payload.op as string,
          path: payload.path as string,
          body: payload.body as Action['body'],
        };
      } catch {
        return null;
      }
    },
  };
}
