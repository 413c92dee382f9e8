import { importJWK, SignJWT } from 'jose';
import type { Config } from '#platform/config.ts';
import { encryptFor } from './encrypt.ts';
import type { PushSender } from './sender.ts';

type PushConfig = Pick<Config, 'PUSH_KEY' | 'PUSH_PUBLIC_KEY' | 'PUSH_HOSTS' | 'PUBLIC_URL' | 'OPERATOR_EMAIL'>;

/**
 * Whether the server may send to this address: https on a push host it knows. An entry that is a whole origin names a
 * stand-in on this machine.
 */
export function isPushAddress(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (hosts.includes(origin)) return true;
  const isHost = (host: string) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) && hostname.length >= host.length : hostname === host;
  return protocol === 'https:' && port === '' && hosts.some(isHost);
}

/** A push host keeps a message for a browser that is offline this long. */
const KEEP_SECONDS = 24 * 60 * 60;
const PATIENCE_MS = 10_000;

/** Sends pushes to browsers. */
export const createWebPush = (config: PushConfig): PushSender => ({
  async send({ endpoint, p256dh, auth }, message, { isUrgent }) {
    if (!isPushAddress(endpoint, config.PUSH_HOSTS) || p256dh === null || auth === null) return 'gone';
    const answer = await fetch(endpoint, {
      method: 'POST',
      // A push host never redirects, and nobody else may be addressed.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        authorization: await senderOf(config, new URL(endpoint).origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEEP_SECONDS),
        urgency: isUrgent ? 'high' : 'normal',
      },
      body: new Uint8Array(encryptFor({ p256dh, auth }, JSON.stringify(message))),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    throw new Error(`The push host answered ${answer.status}.`);
  },
  close() {},
});

/** Says to the push host who sends this: the authorization of RFC 8292 (VAPID). */
export async function senderOf(
  { PUSH_KEY, PUSH_PUBLIC_KEY, PUBLIC_URL, OPERATOR_EMAIL }: PushConfig,
  audience: string,
) {
  const point = Buffer.from(PUSH_PUBLIC_KEY, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const key = await importJWK({ kty: 'EC', crv: 'P-256', d: PUSH_KEY, x: part(1), y: part(33) }, 'ES256');
  const contact = OPERATOR_EMAIL ? `mailto:${OPERATOR_EMAIL}` : PUBLIC_URL;
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setSubject(contact)
    .setExpirationTime('12h')
    .sign(key);
  return `vapid t=${token}, k=${PUSH_PUBLIC_KEY}`;
}
