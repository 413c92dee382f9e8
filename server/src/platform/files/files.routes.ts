import type { FastifyInstance } from 'fastify';
import type { FileStore } from './file-store.ts';

/** Serves stored files with their own type only: never as a page, never with a script. */
export function registerFiles(app: FastifyInstance, store: FileStore): void {
  app.get<{ Params: { key: string } }>('/files/:key', { config: { op: 'getFile' } }, async (request, reply) => {
    const { key } = request.params;
    const file = await store.get(key);
    if (!file) return reply.callNotFound();
    const etag = `"${key}"`;
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      // Mails show logos wherever they are read.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(file.contentType).send(file.body);
  });
}
