import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { importJWK, jwtVerify } from 'jose';

/** A browser's side of a subscription. */
export type Browser = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

export function newBrowser(): Browser {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys();
  return { privateKey: pair.getPrivateKey(), publicKey, auth: randomBytes(16) };
}

/** Opens a message as a browser does (RFC 8291). */
export function decrypt({ privateKey, publicKey, auth }: Browser, body: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const [senderKey, record] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

type Received = { path: string; message: PushMessage; contact: string; urgency: string };

/** A push host on loopback. It accepts a push only with a right signature and for the browser it was encrypted for. */
export async function startPushHost(port = 0) {
  const browsers = new Map<string, Browser>();
  const received: Received[] = [];
  /** Statuses to answer with, before it accepts again. */
  const refusals: number[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const [, token = '', publicKey = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const refusal = refusals.shift();
    if (refusal) return response.writeHead(refusal).end();
    try {
      const point = Buffer.from(publicKey, 'base64url');
      const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
      const key = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256');
      const { payload } = await jwtVerify(token, key, { audience: origin, requiredClaims: ['exp', 'sub'] });
      const path = request.url ?? '';
      const browser = browsers.get(path);
      if (!browser) return response.writeHead(404).end();
      const message = JSON.parse(decrypt(browser, body)) as PushMessage;
      received.push({ path, message, contact: String(payload.sub), urgency: String(request.headers.urgency) });
      response.writeHead(request.headers.ttl ? 201 : 400).end();
    } catch {
      response.writeHead(403).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    refusals,
    /** A subscription as a browser hands it to the app. */
    subscribe(path = `/${randomBytes(8).toString('hex')}`) {
      const browser = newBrowser();
      browsers.set(path, browser);
      const keys = { p256dh: browser.publicKey.toString('base64url'), auth: browser.auth.toString('base64url') };
      return { endpoint: `${origin}${path}`, keys };
    },
    /** The browser forgets the subscription. */
    unsubscribe: (endpoint: string) => browsers.delete(new URL(endpoint).pathname),
    stop: () => new Promise((done) => server.close(done)),
  };
}
