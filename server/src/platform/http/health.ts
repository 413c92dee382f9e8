import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { fail } from '#platform/errors.ts';
import { observeRequest } from '#platform/metrics.ts';
import { isFlood } from './limits/flood.ts';
import { securityHeaders } from './pages/security-headers.ts';

type Readiness = {
  config: Config;
  /** `platform/nodes/pulse.ts` */
  pulse: { isWritable(): boolean };
  hasSchema: boolean;
  isDraining(): boolean;
};

/** `/readyz`: the process can serve. Answered from memory, so that probes cost the database nothing and never wait for it. */
export function registerReadiness(app: FastifyInstance, { config, pulse, hasSchema, isDraining }: Readiness): void {
  answerReadyFirst(app, config, () => !isDraining() && hasSchema && pulse.isWritable());
  app.get('/readyz', async () => {
    if (isDraining()) throw fail('unavailable', { error: 'The server is stopping.' });
    if (!hasSchema) throw fail('unavailable', { error: 'The database schema is not current.' });
    if (!pulse.isWritable())
      throw fail('unavailable', { error: 'The database is away, answers late or takes no writes.' });
    return { status: 'ready' };
  });
}

/**
 * A ready process answers balancers before hooks, routes and the log, which cost twice as much as the rest of the answer. Any
 * other state goes the way of all requests.
 */
function answerReadyFirst({ server }: FastifyInstance, config: Config, isReady: () => boolean): void {
  const body = JSON.stringify({ status: 'ready' });
  const length = String(Buffer.byteLength(body));
  const standing = Object.entries(securityHeaders(config)).flat();
  const head = [...standing, 'content-type', 'application/json; charset=utf-8', 'content-length', length];
  const pipeline = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/readyz' && request.method === 'GET' && isReady() && !isFlood(request, response)) {
      response.writeHead(200, head).end(body);
      observeRequest('/readyz', 200, 0);
    } else for (const listener of pipeline) listener.call(server, request, response);
  });
}

/** While the process drains, every answer ends its connection, so that the client's next one goes to another process. */
export function closeWhileDraining(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.raw.setHeader('connection', 'close');
    done();
  });
}
