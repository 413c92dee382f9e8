import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** A browser's keys, as its subscription names them. */
export type BrowserKeys = { p256dh: string; auth: string };

const CURVE = 'prime256v1';
const RECORD_SIZE = 4096;

/** Whether the keys can be encrypted for: a point of the curve, and a secret of 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const own = createECDH(CURVE);
  own.generateKeys();
  try {
    own.computeSecret(p256dh, 'base64url');
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
}

/** A key pair and salt for one message. */
type Fresh = { own: ECDH; salt: Buffer };

function fresh(): Fresh {
  const own = createECDH(CURVE);
  own.generateKeys();
  return { own, salt: randomBytes(16) };
}

/** Encrypts a message for one browser: RFC 8291, with the content coding aes128gcm of RFC 8188 in one record. */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string, { own, salt } = fresh()): Buffer {
  const theirKey = Buffer.from(p256dh, 'base64url');
  const ownKey = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirKey, ownKey]);
  const secret = derive(own.computeSecret(theirKey), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The byte 2 ends the last record.
  const record = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]);
  if (record.length > RECORD_SIZE) throw new RangeError('The message is too long for a push.');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.of(ownKey.length), ownKey, record]);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));
