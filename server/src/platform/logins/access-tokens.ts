import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

const ISSUER = 'spotter';
const AUDIENCE = 'spotter-api';
const TYPE = 'at+jwt';
const ACCESS_SECONDS = 15 * 60;

export type AccessClaims = { userId: string; loginId: string; organizationId: string | null; expiresAt: number };

export type AccessTokens = {
  sign(claims: { userId: string; loginId: string; organizationId?: string | null; seconds?: number }): Promise<string>;
  /** Null for anything that isn't a valid access token of ours. Waits only for a token it hasn't seen. */
  verify(token: string): AccessClaims | null | Promise<AccessClaims | null>;
};

/** Access tokens: one algorithm, one key, and issuer, audience, type and expiry all checked. */
export function createAccessTokens(secret: string): AccessTokens {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  // A signature is verified once: the whole token is the cache key, and its expiry is checked on every use.
  const verified = new LRUCache<string, AccessClaims>({ max: 20_000 });

  async function check(token: string): Promise<AccessClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['sub', 'exp', 'sid'],
      });
      const claims: AccessClaims = {
        userId: payload.sub as string,
        loginId: payload.sid as string,
        organizationId: (payload.org as string | undefined) ?? null,
        expiresAt: (payload.exp as number) * 1000,
      };
      verified.set(token, claims);
      return claims;
    } catch {
      return null;
    }
  }

  return {
    sign: ({ userId, loginId, organizationId, seconds = ACCESS_SECONDS }) =>
      new SignJWT({ sid: loginId, ...(organizationId && { org: organizationId }) })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key),

    verify(token) {
      const known = verified.get(token);
      if (!known) return check(token);
      return known.expiresAt > Date.now() ? known : null;
    },
  };
}
