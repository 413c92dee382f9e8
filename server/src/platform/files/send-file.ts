import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type ByteRange, contentTypeOf, type FileStore, type OpenFile } from '#platform/file-store.ts';
import type { Raw } from '#platform/http/handlers.ts';
import { createGate, Pass } from '#platform/http/limits/gate.ts';

/**
 * Files on their way at a time, in all and to one member or network. Each holds a file or a connection to the bucket until
 * its reader has it.
 */
export const filesAtOnce = { atOnce: 200, mostPerLane: 16 };
/** Longer than a picture takes on a slow line. */
const LONGEST_MS = 60_000;

type Sending = {
  /** The member or the network that asks. */
  lane: string;
  headers?: Record<string, string>;
};

/** Sends a stored file, or the part that is asked for. False if there is none; nothing is sent then. */
export type SendFile = (raw: Raw, key: string, sending: Sending) => Promise<boolean>;

type Settings = Partial<typeof filesAtOnce> & { longestMs?: number };

export function createFileSender(store: FileStore, { longestMs = LONGEST_MS, ...limits }: Settings = {}): SendFile {
  const gate = createGate({ ...filesAtOnce, ...limits });

  return async ({ request, reply }, key, { lane, headers = {} }) => {
    const contentType = contentTypeOf(key);
    if (!contentType) return false;
    // From here on the call waits for the store and for its reader, not for the database.
    request.pass?.leave();
    const { raw } = reply;
    const place = new Pass(gate, { lane, isRead: true, isGone: () => raw.destroyed });
    await place.enter();
    let answer: Awaited<ReturnType<typeof answerTo>> = null;
    try {
      answer = await answerTo(request, store, key);
    } finally {
      if (!answer) place.leave();
    }
    if (!answer) return false;
    const { status, stream, bytes, range } = answer;
    const end = () => {
      clearTimeout(timer);
      stream?.destroy();
      place.leave();
    };
    const timer = setTimeout(() => raw.destroy(), longestMs).unref();
    raw.once('close', end);
    if (raw.destroyed) {
      end();
      return true;
    }
    reply
      .code(status)
      .headers({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-length': String(bytes),
        ...(range && { 'content-range': range }),
        ...headers,
      })
      .type(contentType)
      // An empty stream keeps the length of what isn't sent.
      .send(stream ?? Readable.from([]));
    return true;
  };
}

type Answer = { status: number; bytes: number; stream?: OpenFile['stream']; range?: string };

/** Asks the store for no more than the caller reads: the size for HEAD, and a part for Range. */
async function answerTo({ method, headers }: FastifyRequest, store: FileStore, key: string): Promise<Answer | null> {
  const isHead = method === 'HEAD';
  const asked = isHead ? null : askedPart(headers.range);
  if (!isHead && !asked) return withStatus(200, await store.open(key));
  const bytes = await store.sizeOf(key);
  if (bytes === null) return null;
  if (!asked) return { status: 200, bytes };
  const part = asked(bytes);
  if (!part) return { status: 416, bytes: 0, range: `bytes */${bytes}` };
  return withStatus(206, await store.open(key, part), `bytes ${part.from}-${part.to}/${bytes}`);
}

const withStatus = (status: number, file: OpenFile | null, range?: string): Answer | null =>
  file && { status, ...file, ...(range && { range }) };

/** The one part that is asked for, of so many bytes; null for the whole file, as for a header of another kind, which may be ignored. */
function askedPart(range: string | undefined): ((bytes: number) => ByteRange | null) | null {
  const asked = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(range ?? '');
  if (!asked || (!asked[1] && !asked[2])) return null;
  return (bytes) => {
    const from = asked[1] ? Number(asked[1]) : Math.max(0, bytes - Number(asked[2]));
    const to = asked[1] && asked[2] ? Math.min(Number(asked[2]), bytes - 1) : bytes - 1;
    return from <= to && from < bytes ? { from, to } : null;
  };
}
