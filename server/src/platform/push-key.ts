import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';

/** A private key for signing pushes, as 32 bytes in base64url. */
export function newPushKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // Leading zeros are left out.
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

/** The public key, with which browsers subscribe; null when the text is no private key. */
export function publicPushKey(privateKey: string): string | null {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return null;
  }
  return pair.getPublicKey('base64url');
}
