import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from './errors.ts';

/** Accepts forms with files and zip files, for calls that declare them. The route limits their size. */
export function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config.accepts === 'multipart/form-data') done(null, body);
    else done(fail('unsupported_type'));
  });
  // Not read here: it may be large, and the caller isn't known yet.
  app.addContentTypeParser('application/zip', (request, body, done) => {
    if (request.routeOptions.config.accepts === 'application/zip') done(null, body);
    else done(fail('unsupported_type'));
  });
}

/** The body of a call that accepts a zip file, still to be read by its handler. */
export function zipOf({ body }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) throw fail('unsupported_type');
  return body;
}

/** The fields of a form as an object; files among them as `File`. */
export async function formOf({ body, headers }: FastifyRequest): Promise<object> {
  if (!Buffer.isBuffer(body)) throw fail('unsupported_type');
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    return Object.fromEntries(form);
  } catch (error) {
    throw fail('validation_failed', { nonFieldErrors: ["We couldn't read this form."], cause: error });
  }
}
