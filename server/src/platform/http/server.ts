import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { largestBodyOf } from '@spotter/contract/api/call-rules.ts';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#platform/config.ts';
import { asAppError, fail } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { COMPRESS_FROM, registerAnswers } from './answers.ts';
import { registerAppOrigins } from './app-origins.ts';
import { registerForms } from './forms.ts';
import { ARRIVAL_MS, LONGEST_ARRIVAL_MS, limitArrival } from './limits/arrival.ts';
import { isFlood } from './limits/flood.ts';
import { ClientGone } from './limits/gate.ts';
import { endLongRequests } from './limits/time-limits.ts';
import { sendUnavailablePage, wantsPage } from './pages/unavailable-page.ts';

const goodRequestId = /^[\w.-]{8,64}$/;

/** Trusts only the nearest hops. */
const trusted = (hops: number) => hops > 0 && ((_address: string, hop: number) => hop < hops);

/** An address with a stray `%` is used literally, so it gets the standard error like any other. */
function isEncodedWell(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** The HTTP server with everything common to all answers: ids, headers, one error shape, one log line. */
export async function createHttpServer(
  config: Config,
  log: Logger,
  observe: (op: string, status: number, seconds: number) => void,
): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would be created thousands of times for a line that already names the request.
    childLoggerFactory: (logger) => logger,
    // As long as a request's head may be: the schema rejects it with the standard error.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    bodyLimit: largestBodyOf({}),
    trustProxy: trusted(config.TRUST_PROXY),
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && goodRequestId.test(given) ? given : randomUUID();
    },
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => (isEncodedWell(url) ? url : url.replaceAll('%', '%25')),
    // Node has one limit for all requests; `limitArrival` sets a shorter one for nearly all of them.
    requestTimeout: LONGEST_ARRIVAL_MS,
    http: { headersTimeout: ARRIVAL_MS },
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server stops is answered like everything before it.
    return503OnClosing: false,
    clientErrorHandler: (_error, socket) => {
      if (!socket.writable) return;
      const body = JSON.stringify(fail('malformed_request').body(randomUUID()));
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });

  await app.register(compress, {
    global: true,
    threshold: COMPRESS_FROM,
    encodings: ['br', 'gzip'],
    inflateIfDeflated: false,
    // Requests are never decompressed, because few bytes could become many.
    globalDecompression: false,
    brotliOptions: { params: { 1: 4 } },
  });

  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(fail('malformed_json'));
    }
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (isFlood(request.raw, reply.raw)) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    limitArrival(request.raw);
    done();
  });
  registerAppOrigins(app, config);
  endLongRequests(app);
  registerForms(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('pass', null);
  app.decorateRequest('accessExpiresAt', 0);
  app.decorateRequest('actionId', null);
  registerAnswers(app, config);
  // Hooks that don't wait use a callback: a promise for each would slow every request.
  app.addHook('onResponse', (request, reply, done) => {
    const { config: route, url } = request.routeOptions;
    const op = route.op ?? url ?? 'none';
    observe(op, reply.statusCode, reply.elapsedTime / 1000);
    const level = reply.statusCode >= 500 ? 'error' : 'info';
    if (log.isLevelEnabled(level))
      log[level]({
        request_id: request.id,
        op,
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.userId,
        organization: request.caller?.organizationId,
      });
    done();
  });

  app.setErrorHandler((thrown, request, reply) => {
    const { op } = request.routeOptions.config;
    if (thrown instanceof ClientGone || (request.raw.destroyed && !request.raw.complete)) {
      log.info({ request_id: request.id, op }, 'the client left before it was answered');
      return reply.code(fail('malformed_request').status).send();
    }
    const error = asAppError(thrown, request.routeOptions.bodyLimit);
    if (error.status >= 500)
      request.log.error({
        request_id: request.id,
        op,
        err: error.options.cause ?? error,
      });
    // A closed connection would take the answer with it while the client still sends; `limitArrival` ends one that never stops.
    if (error.status === 413) reply.removeHeader('connection');
    if (error.options.retryAfterSeconds) reply.header('retry-after', error.options.retryAfterSeconds);
    reply.code(error.status);
    if (error.code === 'unavailable' && wantsPage(request)) return sendUnavailablePage(reply, error.message);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(error.body(request.id)));
  });
  return app;
}
