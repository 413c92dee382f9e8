import { createHmac, createSecretKey, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/http/errors.ts';
import type { Provider, ProviderIdentity } from '#platform/logins/providers.ts';

const ISSUER = 'spotter';
const AUDIENCE = 'spotter-social-sign-in';
const TYPE = 'social-proof+jwt';

/** A key of its own: no proof can pass for another token of ours, nor another token for a proof. */
const keyOf = (secret: string) =>
  createSecretKey(createHmac('sha256', secret).update('social sign-in proofs').digest());

/** What a browser carries from signing in with a provider to linking or registering: signed, 15 minutes, one use. */
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

/**
 * Who a proof is about. What stands beside it in the browser's data must agree with it: data that was changed on the
 * way is refused as a whole, never repaired.
 */
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

/** Spends a proof with what it is spent on: if that fails the proof is good again, and of two who come together one wins. */
export async function spendProof(tx: Db, { proofId, proofExpiresAt }: Proven): Promise<void> {
  const spent = await tx
    .insertInto('spent_proofs')
    .values({ proof_id: proofId, expires_at: proofExpiresAt })
    .onConflict((conflict) => conflict.column('proof_id').doNothing())
    .returning('proof_id')
    .executeTakeFirst();
  if (!spent) throw fail('social_proof_invalid');
}
