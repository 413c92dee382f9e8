import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './errors.ts';

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

/** A form has few fields, and reading each part takes its time. */
const MOST_PARTS = 20;

function refuseManyParts(body: Buffer): void {
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  let parts = 0;
  for (let at = 0; at >= 0 && boundary.length > 0; at = body.indexOf(boundary, at + boundary.length)) {
    parts += 1;
    if (parts > MOST_PARTS + 1) throw fail('validation_failed', { nonFieldErrors: ['This form has too many fields.'] });
  }
}

/** The fields of a form as an object; files among them as `File`. */
export async function formOf(request: FastifyRequest, largest: number): Promise<object> {
  const body = await bodyOf(streamOf(request), request.headers['content-length'], largest);
  refuseManyParts(body);
  try {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    return Object.fromEntries(await new Response(body, { headers }).formData());
  } catch (error) {
    throw fail('validation_failed', { nonFieldErrors: ["We couldn't read this form."], cause: error });
  }
}

async function bodyOf(stream: Readable, announced: string | undefined, largest: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(announced) > largest) throw fail('body_too_large');
  const parts: Buffer[] = [];
  let size = 0;
  // Not destroyed when it is too large: the client couldn't read the answer.
  for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largest) throw fail('body_too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
