import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { Provider, ProviderIdentity } from '#platform/logins/providers.ts';
import { insertSpentProof } from './social.repo.ts';

const ISSUER = 'spotter';
const AUDIENCE = 'spotter-social-sign-in';
const TYPE = 'social-proof+jwt';

/** A separate key keeps proofs and our other tokens from passing for each other. */
const keyOf = (secret: string) =>
  createSecretKey(createHmac('sha256', secret).update('social sign-in proofs').digest());

/** Carried by the browser from a provider's sign-in to linking or registering: signed, 15 minutes, one use. */
export function signProof(secret: string, { provider, issuer, subject, ...about }: ProviderIdentity): Promise<string> {
  return new SignJWT({ provider, at: issuer, ...about })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime('15m')
    .sign(keyOf(secret));
}

const Claims = z.object({
  provider: z.enum(['google', 'apple']),
  at: z.string(),
  sub: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  jti: z.string(),
  exp: z.number(),
});

export type Proven = ProviderIdentity & { email: string; proofId: string; proofExpiresAt: Date };

/** The identity a proof is about. The browser's data beside it must match; changed data is rejected as a whole. */
export async function readProof(
  secret: string,
  provider: Provider,
  given: { proof: string; subject: string; email: string | null | undefined },
): Promise<Proven> {
  const { payload } = await jwtVerify(given.proof, keyOf(secret), {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: AUDIENCE,
    typ: TYPE,
  }).catch((cause: unknown) => {
    throw fail('social_proof_invalid', { cause });
  });
  const { sub, at, jti, exp, ...about } = Claims.parse(payload);
  const agrees =
    about.provider === provider && sub === given.subject && about.email === (given.email ?? '').toLowerCase();
  if (!agrees) throw fail('social_proof_invalid');
  return { ...about, issuer: at, subject: sub, proofId: jti, proofExpiresAt: new Date(exp * 1000) };
}

/** Spends a proof in the caller's transaction: a failure makes it valid again, and of two concurrent calls one wins. */
export async function spendProof(tx: Db, { proofId, proofExpiresAt }: Proven): Promise<void> {
  const isFirst = await insertSpentProof(tx, { proof_id: proofId, expires_at: proofExpiresAt });
  if (!isFirst) throw fail('social_proof_invalid');
}
