import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Config } from '#platform/config.ts';
import { fail } from '#platform/errors.ts';

/** Answers until the app can: the process is alive, and not ready. */
export async function answerNotReady({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>) {
  const starting = fail('unavailable', { error: 'The server is starting.' });
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz';
    const body = JSON.stringify(isAlive ? { status: 'ok' } : starting.body(randomUUID()));
    response.writeHead(isAlive ? 200 : starting.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      // The next request is for the app.
      connection: 'close',
      ...(!isAlive && { 'retry-after': '2' }),
    });
    response.end(body);
  });
  server.listen(PORT, HOST);
  await once(server, 'listening');
  return {
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
