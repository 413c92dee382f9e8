import type { FastifyInstance } from 'fastify';
import { contentTypeOf } from '#platform/file-store.ts';
import type { DatabaseReach } from '#platform/http/database-reach.ts';
import { type Limits, networkOf } from '#platform/limits.ts';
import type { SendFile } from './send-file.ts';

type Parts = { sendFile: SendFile; limits: Pick<Limits, 'takeFile'>; reach: DatabaseReach };

/** Serves stored files with their own type only: never as a page, never with a script. */
export function registerFiles(app: FastifyInstance, { sendFile, limits, reach }: Parts): void {
  app.get<{ Params: { key: string } }>('/files/:key', { config: { op: 'getFile' } }, async (request, reply) => {
    const { key } = request.params;
    if (!contentTypeOf(key)) return reply.callNotFound();
    const taken = limits.takeFile(request);
    if (taken) await reach(taken, reply);
    const etag = `"${key}"`;
    const headers = {
      // Mails show logos wherever they are read.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
    };
    // A key's content never changes, so whoever has it needs no look into the store.
    if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();
    const isSent = await sendFile({ request, reply }, key, { lane: networkOf(request.ip), headers });
    return isSent ? reply : reply.callNotFound();
  });
}
