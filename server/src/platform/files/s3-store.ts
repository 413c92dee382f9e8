import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import type { Config } from '#platform/config.ts';
import {
  away,
  type ByteRange,
  contentTypeOf,
  type FileStore,
  type OpenFile,
  refuseOtherKey,
} from '#platform/file-store.ts';

/** Longer than any picture takes; a caller waits no longer than a request may. */
export const PICTURE_TIMEOUT_MS = 10_000;

export type S3Settings = Pick<Config, 'S3_URL' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** An answer must begin in time. Its body may take as long as its reader. */
const fetchWithin =
  (milliseconds: number): typeof fetch =>
  async (address, init) => {
    const ending = new AbortController();
    const tooLong = () => ending.abort(new Error(`The bucket did not answer within ${milliseconds} ms.`));
    const timer = setTimeout(tooLong, milliseconds);
    try {
      return await fetch(address, { ...init, signal: ending.signal });
    } finally {
      clearTimeout(timer);
    }
  };

type Limits = {
  /** Until a request is answered to its last byte. */
  wholeMs?: number;
  /** Until its answer begins, for streams. */
  beginMs?: number;
};

/** A client of the bucket. */
export const bucketOf = (settings: S3Settings, { wholeMs, beginMs }: Limits) =>
  new S3mini({
    endpoint: settings.S3_URL ?? '',
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    ...(wholeMs && { requestAbortTimeout: wholeMs }),
    ...(beginMs && { fetch: fetchWithin(beginMs) }),
  });

/** Files in a bucket under `files/`, which every node reads as soon as one has written them. */
export function createS3Store(settings: S3Settings, timeoutMs = PICTURE_TIMEOUT_MS): FileStore {
  const bucket = bucketOf(settings, { wholeMs: timeoutMs });
  const streams = bucketOf(settings, { beginMs: timeoutMs });
  const nameOf = (key: string) => `files/${key}`;
  return {
    async put(key, body, contentType) {
      refuseOtherKey(key, contentType);
      await bucket.putObject(nameOf(key), body, contentType).catch(giveUp);
    },
    async get(key) {
      const contentType = contentTypeOf(key);
      if (!contentType) return null;
      const found = await bucket.getObjectArrayBuffer(nameOf(key)).catch(giveUp);
      return found && { body: Buffer.from(found), contentType, bytes: found.byteLength };
    },
    sizeOf: async (key) => (contentTypeOf(key) ? sizeOf(bucket, nameOf(key)) : null),
    open: async (key, part) => (contentTypeOf(key) ? openObject(streams, nameOf(key), part) : null),
    async remove(key) {
      if (contentTypeOf(key)) await bucket.deleteObject(nameOf(key)).catch(giveUp);
    },
  };
}

/** An object's size, without reading it. */
export const sizeOf = (bucket: S3mini, name: string): Promise<number | null> =>
  bucket.getContentLength(name).catch(({ cause }) => nullIfAbsent(cause));

/** An object, or a part of it, as a stream. */
export async function openObject(bucket: S3mini, name: string, part?: ByteRange | null): Promise<OpenFile | null> {
  const asked = part ? bucket.getObjectRaw(name, false, part.from, part.to + 1) : bucket.getObjectRaw(name);
  const found = await asked.catch(nullIfAbsent);
  if (!found?.body) return null;
  return {
    stream: Readable.fromWeb(found.body as ReadableStream),
    bytes: Number(found.headers.get('content-length')),
  };
}

/** Whatever is wrong with the bucket, the caller may try again. */
export function giveUp(cause: unknown): never {
  throw away(cause);
}

function nullIfAbsent(cause: { status?: number; serviceCode?: string }): null {
  if (cause?.status === 404 && cause.serviceCode !== 'NoSuchBucket') return null;
  throw away(cause);
}
