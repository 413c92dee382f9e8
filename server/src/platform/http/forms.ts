import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, tooLarge } from '#platform/errors.ts';

/**
 * Accepts forms with files and zip files, for calls that declare them. They are read once the caller is known: until then
 * anybody could make the server hold megabytes.
 */
export function registerForms(app: FastifyInstance): void {
  for (const type of ['multipart/form-data', 'application/zip'] as const)
    app.addContentTypeParser(type, (request, body, done) => {
      if (request.routeOptions.config.accepts === type) done(null, body);
      else done(fail('unsupported_type'));
    });
}

/** The body of a call that accepts files, still to be read. */
export function streamOf({ body }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) throw fail('unsupported_type');
  return body;
}

/** A form is in memory as a whole while it arrives, for half a minute on a slow line, so only so many may. */
const MOST_FORMS = 48;
let forms = 0;

const MOST_PARTS = 20;
const LONGEST_HEAD = 4 * 1024;
const LONGEST_TEXT = 64 * 1024;

/**
 * The boundary of a form that is quick to read, or null. The reader takes a second for thousands of parts, for long heads
 * and for long texts, none of which our forms have.
 */
function boundaryOf(body: Buffer, contentType: string): string | null {
  const boundary = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return null;
  const mark = Buffer.from(`--${boundary}`);
  let parts = 0;
  for (let at = body.indexOf(mark); at !== -1; ) {
    const head = at + mark.length;
    const next = body.indexOf(mark, head);
    if (next === -1) break;
    const text = body.indexOf('\r\n\r\n', head);
    parts += 1;
    if (parts > MOST_PARTS || text === -1 || text - head > LONGEST_HEAD) return null;
    const isFile = body.subarray(head, text).includes('filename');
    if (!isFile && next - text > LONGEST_TEXT) return null;
    at = next;
  }
  return boundary;
}

const LONGEST_PAUSE_MS = 100;
let line: Promise<unknown> = Promise.resolve();

/**
 * Reading a form takes the main thread some milliseconds for each megabyte. Fifty that arrive together are read one after
 * the other, and after each the others have twice its time.
 */
function inLine<T>(read: () => Promise<T>): Promise<T> {
  let pauseMs = 0;
  const reading = line.then(async () => {
    const began = performance.now();
    try {
      return await read();
    } finally {
      pauseMs = Math.min(2 * (performance.now() - began), LONGEST_PAUSE_MS);
    }
  });
  // Its own caller hears of a failure; the next in line only waits for the end.
  line = reading.catch(() => {}).then(() => sleep(pauseMs));
  return reading;
}

/** The fields of a form as an object; files among them as `File`. */
export async function formOf(request: FastifyRequest, largest: number): Promise<object> {
  const stream = streamOf(request);
  if (forms >= MOST_FORMS) throw fail('unavailable', { retryAfterSeconds: 2 });
  forms += 1;
  try {
    const body = await bodyOf(stream, request.headers['content-length'], largest);
    return await inLine(() => fieldsOf(body, request.headers['content-type'] ?? ''));
  } finally {
    forms -= 1;
  }
}

async function fieldsOf(body: Buffer<ArrayBuffer>, contentType: string): Promise<object> {
  const boundary = boundaryOf(body, contentType);
  if (boundary === null) throw unreadable();
  // With the boundary that was looked for, because two readers may find two in one header.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(body, { headers }).formData().catch((error: unknown) => {
    throw unreadable(error);
  });
  return Object.fromEntries(form);
}

const unreadable = (cause?: unknown) =>
  fail('validation_failed', { nonFieldErrors: ["We couldn't read this form."], cause });

const BYTES_A_SECOND = 16_000_000;
const AT_ONCE_MS = 500;
let takenUntil = 0;

/** All bodies together arrive at this pace, a few photos at once: a server that only reads answers nobody else. */
async function paced(bytes: number): Promise<void> {
  const now = performance.now();
  takenUntil = Math.max(takenUntil, now) + (bytes / BYTES_A_SECOND) * 1000;
  const waitMs = takenUntil - now - AT_ONCE_MS;
  if (waitMs > 0) await sleep(waitMs);
}

async function bodyOf(stream: Readable, announced: string | undefined, largest: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(announced) > largest) throw tooLarge(largest);
  const parts: Buffer[] = [];
  let size = 0;
  // Not destroyed when it is too large: the client couldn't read the answer.
  for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) throw tooLarge(largest);
    parts.push(part);
    await paced(part.length);
  }
  return Buffer.concat(parts);
}
