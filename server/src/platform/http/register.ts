import { type Access, endpoints } from '@spotter/contract';
import type { Endpoint } from '@spotter/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf } from '#platform/db/statement.ts';
import type { Limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { AccessTokens } from '#platform/logins/access-tokens.ts';
import type { Caller, Callers } from '#platform/logins/callers.ts';
import { fail } from './errors.ts';
import { type Ctx, type EndpointName, type Handlers, JsonText, Sent } from './handlers.ts';
import { type Answer, once } from './idempotency.ts';
import { parse } from './input.ts';

export type HttpParts = {
  db: Db;
  read: Read;
  config: Config;
  log: Logger;
  limits: Limits;
  accessTokens: AccessTokens;
  callers: Callers;
  /** The present moment; tests set it. */
  clock(): Date;
};

type AnyHandler = {
  (ctx: Ctx<Caller | null>, input: unknown, raw: unknown, prepared: unknown): Promise<unknown>;
  prepare?(ctx: Ctx<Caller | null>, input: unknown): Promise<unknown>;
};

const rank: Record<Exclude<Access, 'public'>, number> = {
  signed_in: 0,
  member: 1,
  gym_admin: 2,
  org_admin: 3,
  super_admin: 4,
};

/** Whether this person may make such a call at all; what it touches is the feature's policy to judge. */
function refuseAccess(access: Access, caller: Caller | null, hasToken: boolean): asserts caller is Caller {
  // A call that needs no sign-in is not refused for a stale one: the visitor simply counts as signed out.
  if (access === 'public') return;
  if (!caller) throw fail(hasToken ? 'token_invalid' : 'not_signed_in');
  const own = rank[caller.role as keyof typeof rank] ?? rank.member;
  if (own < rank[access]) throw fail('access_denied');
  if (access !== 'signed_in' && access !== 'super_admin' && !caller.organizationId && caller.role !== 'super_admin')
    throw fail('organization_required');
  if (access === 'member' && !caller.organizationId) throw fail('organization_required');
}

async function findCaller(parts: HttpParts, request: FastifyRequest): Promise<Caller | null> {
  const header = request.headers.authorization;
  if (!header) return null;
  const token = /^Bearer (\S{1,4096})$/i.exec(header)?.[1];
  const claims = token ? await parts.accessTokens.verify(token) : null;
  return claims && parts.callers.find(claims);
}

/** Gives every entry of the contract its route, in one pipeline: who, how often, with what, once. */
export function registerEndpoints(app: FastifyInstance, parts: HttpParts, handlers: Partial<Handlers>) {
  for (const [name, definition] of Object.entries<Endpoint>(endpoints)) {
    const handler = handlers[name as EndpointName] as AnyHandler | undefined;
    app.route({
      method: definition.method,
      url: `/api/v1${definition.path}`,
      config: { op: name },
      ...(definition.accepts && { bodyLimit: 5 * 1024 * 1024 + 64 * 1024 }),
      handler: async (request, reply) => {
        const caller = await findCaller(parts, request);
        request.caller = caller;
        await parts.limits.takeGeneral(caller?.userId ?? null, request.ip);
        refuseAccess(definition.access, caller, request.headers.authorization !== undefined);
        if (definition.limit) await parts.limits.takeNamed(definition.limit, request.ip);
        if (!handler) throw fail('not_built_yet');

        const input = {
          params: definition.params && parse(definition.params, request.params),
          query: definition.query && parse(definition.query, request.query),
          body: definition.body && !definition.accepts ? parse(definition.body, request.body ?? {}) : undefined,
        };
        const changed = new Set<string>();
        let guessedRight = false;
        // Whatever a super admin writes inside an organisation is written down with it.
        const written = async <T>(tx: Db, work: (tx: Db) => Promise<T>) => {
          if (caller?.emulatedBy)
            await audit(
              tx,
              { caller, requestId: request.id },
              { action: name, targetType: 'request', data: { path: request.url.split('?')[0] } },
            );
          return work(tx);
        };
        const ctx: Ctx<Caller | null> = {
          db: parts.db,
          tx: (work) => parts.db.transaction().execute((tx) => written(tx, work)),
          read: parts.read,
          caller,
          now: parts.clock(),
          get log() {
            return parts.log.child({ request_id: request.id });
          },
          requestId: request.id,
          ip: request.ip,
          userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
          config: parts.config,
          accessTokens: parts.accessTokens,
          limits: parts.limits,
          rightsChanged: (userId) => changed.add(userId),
          guessedRight: () => {
            guessedRight = true;
          },
        };
        let done: unknown;
        const answer = (context: Ctx<Caller | null>) =>
          handler(context, input, { request, reply }, done).then((result) =>
            toAnswer(result, definition, parts.config),
          );

        // What is streamed or downloaded is read by GET, so an answer to be kept is always text.
        const kept = (context: Ctx<Caller | null>) => answer(context) as Promise<Answer>;

        const key = request.headers['idempotency-key'];
        const keeps = definition.method === 'POST' && !definition.forgets && typeof key === 'string' && key !== '';
        try {
          done = await handler.prepare?.(ctx, input);
          const [path = ''] = request.url.split('?');
          const result = keeps
            ? await once(parts, { actor: actorOf(request), key, operation: name, path, body: request.body }, (tx) =>
                kept({ ...ctx, db: tx, tx: (work) => written(tx, work), read: readsOf(tx) }),
              )
            : await answer(ctx);
          if (guessedRight && definition.limit) await parts.limits.giveBack(definition.limit, request.ip);
          return send(reply, result);
        } finally {
          for (const userId of changed) parts.callers.drop(userId);
        }
      },
    });
  }
  registerOtherMethods(app);
}

/** Whose key it is: a super admin inside an organisation is another actor than outside, or inside the next. */
function actorOf({ caller, ip }: FastifyRequest): string {
  if (!caller) return `address:${ip}`;
  return caller.emulatedBy ? `${caller.userId}:${caller.organizationId}` : caller.userId;
}

/** An address that exists says which methods it takes, when it is asked with another. */
function registerOtherMethods(app: FastifyInstance) {
  const taken = new Map<string, Set<string>>();
  for (const { path, method } of Object.values<Endpoint>(endpoints))
    taken.set(path, (taken.get(path) ?? new Set()).add(method));
  for (const [path, methods] of taken)
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.has(method)),
      url: `/api/v1${path}`,
      handler: async (_request, reply) => {
        reply.header('allow', [...methods].sort().join(', '));
        throw fail('method_not_allowed');
      },
    });
}

function toAnswer(result: unknown, definition: Endpoint, config: Config): Answer | Sent {
  if (result instanceof Sent) return result;
  if (!definition.returns) return { status: definition.status ?? 204, body: undefined };
  const body = result instanceof JsonText ? result.text : JSON.stringify(result);
  // The contract is checked where it costs nobody anything; in production the answer goes out as it is.
  if (config.NODE_ENV !== 'production') checkAnswer(definition.returns, body);
  return { status: definition.status ?? 200, body };
}

function checkAnswer(schema: z.ZodType, body: string) {
  const checked = schema.safeParse(JSON.parse(body));
  if (!checked.success) throw new Error(`The answer does not keep the contract: ${checked.error.message}`);
}

function send(reply: FastifyReply, answer: Answer | Sent) {
  if (answer instanceof Sent) return reply;
  reply.code(answer.status);
  return answer.body === undefined ? reply.send() : reply.type('application/json; charset=utf-8').send(answer.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    op?: string;
  }
}
