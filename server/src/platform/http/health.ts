import type { FastifyInstance } from 'fastify';
import { fail } from '#platform/errors.ts';
import type { Pulse } from '#platform/nodes/pulse.ts';

/** `/readyz`: the process can serve. Answered from memory, so that probes cost the database nothing and never wait for it. */
export function registerReadiness(
  app: FastifyInstance,
  { pulse, hasSchema, isDraining }: { pulse: Pulse; hasSchema: boolean; isDraining(): boolean },
): void {
  app.get('/readyz', async () => {
    if (isDraining()) throw fail('unavailable', { error: 'The server is stopping.' });
    if (!hasSchema) throw fail('unavailable', { error: 'The database schema is not current.' });
    if (!pulse.isWritable())
      throw fail('unavailable', { error: 'The database is away, answers late or takes no writes.' });
    return { status: 'ready' };
  });
}

/** While the process drains, every answer ends its connection, so that the client's next one goes to another process. */
export function closeWhileDraining(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.raw.setHeader('connection', 'close');
    done();
  });
}
