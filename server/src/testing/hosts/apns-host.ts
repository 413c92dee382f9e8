import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';

type Received = { token: string; headers: Record<string, unknown>; payload: Record<string, unknown> };

/** Apple's push service on loopback, by HTTP/2. It accepts a push only with a right token of the team, for its topic. */
export async function startApnsHost({ teamId = 'A1B2C3D4E5', keyId = 'K1E2Y3I4D5', topic = 'app.spotter' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const received: Received[] = [];
  /** Answers before it accepts again. */
  const refusals: { status: number; reason: string }[] = [];
  /** The provider tokens it has seen, and its open connections. */
  const tokens = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  let connections = 0;

  /** Why a push is refused as Apple refuses it; null: it isn't. */
  async function faultOf(headers: Record<string, unknown>): Promise<{ status: number; reason: string } | null> {
    const bearer = String(headers.authorization).replace(/^bearer /, '');
    tokens.add(bearer);
    const verified = await jwtVerify(bearer, publicKey, {
      algorithms: ['ES256'],
      issuer: teamId,
      requiredClaims: ['iat'],
      maxTokenAge: '1h',
    }).catch(() => null);
    if (verified?.protectedHeader.kid !== keyId) return { status: 403, reason: 'InvalidProviderToken' };
    if (!/^\/3\/device\/[0-9a-fA-F]{64,}$/.test(String(headers[':path'])))
      return { status: 400, reason: 'BadDeviceToken' };
    if (headers['apns-topic'] !== topic) return { status: 400, reason: 'TopicDisallowed' };
    if (String(headers['apns-collapse-id']).length > 64) return { status: 400, reason: 'BadCollapseId' };
    if (!/^\d+$/.test(String(headers['apns-expiration']))) return { status: 400, reason: 'BadExpirationDate' };
    return null;
  }

  const server = createServer();
  server.on('session', (session) => {
    connections++;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', async (stream, headers) => {
    const body = await text(stream);
    const tooLarge = Buffer.byteLength(body) > 4096 ? { status: 413, reason: 'PayloadTooLarge' } : null;
    const fault = refusals.shift() ?? (await faultOf(headers)) ?? tooLarge;
    if (fault) {
      stream.respond({ ':status': fault.status });
      stream.end(JSON.stringify({ reason: fault.reason }));
      return;
    }
    const payload = JSON.parse(body) as Record<string, unknown>;
    received.push({ token: String(headers[':path']).replace('/3/device/', ''), headers, payload });
    stream.respond({ ':status': 200 });
    stream.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    received,
    refusals,
    tokens,
    connections: () => connections,
    /** Ends its connections, as Apple does now and then. */
    hangUp: () =>
      Promise.all(
        [...sessions].map((session) => {
          session.destroy();
          return once(session, 'close');
        }),
      ),
    settings: {
      IOS_APPS: `${teamId}.${topic}`,
      APNS_KEYS: `${teamId}:${keyId}:${pem.replace(/-----[^-]+-----|\s/g, '')}`,
      APNS_ORIGIN: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    /** A phone's token. */
    newPhone: () => ({ platform: 'ios' as const, token: randomBytes(32).toString('hex'), app_id: topic }),
    stop: () => {
      for (const session of sessions) session.destroy();
      return new Promise((done) => server.close(done));
    },
  };
}
