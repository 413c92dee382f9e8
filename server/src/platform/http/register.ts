import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@spotter/contract';
import { API_ROOT } from '@spotter/contract/api/address.ts';
import {
  crossesOrganizations,
  errorsOf,
  largestBodyOf,
  needsOwnPassword,
  takesKey,
} from '@spotter/contract/api/call-rules.ts';
import type { Endpoint } from '@spotter/contract/api/endpoint.ts';
import { type ErrorCode, errorsOfEveryCall } from '@spotter/contract/api/errors.ts';
import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import { isSuperAdmin, rankOf } from '@spotter/contract/roles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '#platform/config.ts';
import { AppError, fail } from '#platform/errors.ts';
import { networkOf } from '#platform/limits.ts';
import type { AccessClaims } from '#platform/logins/access-tokens.ts';
import { type ActionTokens, createActionTokens } from '#platform/logins/action-tokens.ts';
import { type Caller, readClosure } from '#platform/logins/callers.ts';
import { type HttpParts, RequestContext } from './context.ts';
import { formOf } from './forms.ts';
import { type Ctx, type EndpointName, type Handlers, JsonText, Sent } from './handlers.ts';
import { type Answer, once } from './idempotency.ts';
import { parse, refuseUnstorable } from './input.ts';
import { LONGEST_ARRIVAL_MS, limitArrival } from './limits/arrival.ts';
import { Pass } from './limits/gate.ts';
import { inTurn, isDear } from './limits/turns.ts';

type AnyHandler = {
  (ctx: Ctx<Caller | null>, input: unknown, raw: unknown, prepared: unknown): Promise<unknown>;
  prepare?(ctx: Ctx<Caller | null>, input: unknown): Promise<unknown>;
};

/** Whether this caller may make such a call at all; the feature's policy judges the record. */
function refuseAccess(definition: Endpoint, caller: Caller | null, hasToken: boolean): asserts caller is Caller {
  const { access, insideOrganization } = definition;
  // A public call is not refused for an expired sign-in: the visitor counts as signed out.
  if (access === 'public') return;
  if (!caller) throw fail(hasToken ? 'token_invalid' : 'not_signed_in');
  // Levels open to members have no role, and so a member's rank.
  if (rankOf(caller.role) < rankOf(access)) throw fail('access_denied');
  if (access === 'signed_in' || access === 'super_admin' || caller.organizationId) return;
  if (access === 'member' || insideOrganization || !isSuperAdmin(caller.role)) throw fail('organization_required');
}

/** Calls that the entry closes to some callers, whatever their role. */
function refuseCircumstances(definition: Endpoint, caller: Caller | null): void {
  const { emulating, demo, needsVerifiedEmail } = definition;
  if (!caller) return;
  if (caller.mustChangePassword && needsOwnPassword(definition)) throw fail('password_change_required');
  if (emulating && caller.emulatedBy) throw fail('emulation_not_allowed');
  if (demo && caller.isDemo) throw fail('demo_not_allowed');
  if (needsVerifiedEmail && !caller.emailVerified) throw fail('email_not_verified');
}

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** Another organization than the caller's own doesn't exist for them. */
function refuseOtherOrganization(definition: Endpoint, input: Input, caller: Caller | null): void {
  const { namesOrganization: part, platformNamesAny } = definition;
  if (!part || (platformNamesAny && caller && isSuperAdmin(caller.role))) return;
  const given = input[part] as { id?: string; organization_id?: string };
  const named = part === 'params' ? given.id : given.organization_id;
  if (named !== undefined && named !== caller?.organizationId) throw fail('organization_not_found');
}

type Call = {
  name: EndpointName;
  definition: Endpoint;
  handler: AnyHandler;
  parts: HttpParts;
  actionTokens: ActionTokens;
};

function claimsOf(parts: HttpParts, { headers }: FastifyRequest) {
  const token = /^Bearer (\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
  return token ? parts.accessTokens.verify(token) : null;
}

/** A member whose organization was switched off or deleted is told so. */
async function refuseClosed(parts: HttpParts, request: FastifyRequest): Promise<void> {
  const claims = await claimsOf(parts, request);
  const closure = claims && (await readClosure(parts.read, claims));
  if (closure) throw fail(closure);
}

/** Nearly every caller is cached, which avoids waiting. */
function findCaller(call: Call, request: FastifyRequest): Caller | null | Promise<Caller | null> {
  const { parts } = call;
  const { authorization } = request.headers;
  if (!authorization) return null;
  if (authorization.startsWith(ACTION)) return findActor(call, request, authorization.slice(ACTION.length));
  const callerOf = (claims: AccessClaims | null) => {
    if (!claims) return null;
    request.accessExpiresAt = claims.expiresAt;
    return parts.callers.find(claims);
  };
  const claims = claimsOf(parts, request);
  return claims instanceof Promise ? claims.then(callerOf) : callerOf(claims);
}

const ACTION = 'Action ';

/** The member of a push that allows this very call. Its body is the token's; only the words of a reply are the caller's. */
async function findActor({ parts, name, actionTokens }: Call, request: FastifyRequest, token: string) {
  const action = await actionTokens.verify(token);
  if (!action || action.op !== name || action.path !== request.url.split('?')[0]) return null;
  const { content } = (request.body ?? {}) as { content?: unknown };
  request.body = { ...(content !== undefined && { content }), ...action.body };
  request.actionId = action.id;
  return parts.callers.find(action);
}

/** A refused caller waits this long for the answer. A script that ignores `Retry-After` would ask thousands of times a second. */
const REFUSAL_MS = 300;

async function answerUnhurried(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  try {
    return await answerCall(call, request, reply);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') await sleep(REFUSAL_MS);
    throw error;
  }
}

/** The pipeline of every call: who, how often, how many at a time, with what input, once. */
async function answerCall(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { parts, definition } = call;
  const found = findCaller(call, request);
  const caller = found instanceof Promise ? await found : found;
  request.caller = caller;
  const taken = parts.limits.takeGeneral(caller?.userId ?? null, request, definition.cost);
  if (taken) await taken;
  const written = caller && definition.method !== 'GET' ? parts.limits.takeWrite(caller.userId) : undefined;
  if (written) await written;
  if (!caller && definition.access !== 'public') await refuseClosed(parts, request);
  refuseAccess(definition, caller, request.headers.authorization !== undefined);
  refuseCircumstances(definition, caller);
  const owner = caller?.userId ?? networkOf(request.ip);
  const arrival = { isGone: () => reply.raw.destroyed };
  const work = () => answerInTurn(call, request, reply);
  const { members, addresses, uploads, dear } = parts.turns;
  const turns = definition.accepts ? uploads : caller ? members : addresses;
  const inOwnTurn = () => inTurn(turns, owner, arrival, work);
  await (isDear(definition) ? inTurn(dear, owner, arrival, inOwnTurn) : inOwnTurn());
  if (caller?.isDemo && caller.organizationId) parts.demoCalled?.(caller.organizationId, call.name);
  // A reply is a promise that ends with the last byte. A client that reads slowly, or a stream, holds no turn meanwhile.
  return reply;
}

/** The part of the pipeline that one member has few of at a time. */
async function answerInTurn(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { parts, definition, name } = call;
  const { caller } = request;
  if (definition.slowUpload) limitArrival(request.raw, LONGEST_ARRIVAL_MS);

  // No schema checks this body, but it is part of what an Idempotency-Key stands for.
  if (!definition.body) refuseUnstorable(request.body);
  const input = {
    params: definition.params && parse(definition.params, request.params),
    query: definition.query && parse(definition.query, request.query),
    body: definition.body && (await bodyOf(definition.body, definition, request)),
  };
  refuseOtherOrganization(definition, input, caller);
  const ctx = new RequestContext(parts, request, name, crossesOrganizations(definition));
  if (definition.replica) ctx.readFromStandby();
  // Drawn after the input is parsed, because an incomplete form is no guess, and before the gate, because it may wait.
  const settle = definition.limit
    ? await parts.limits.takeNamed({ name: definition.limit, address: request.ip, userId: caller?.userId })
    : null;
  const pass = new Pass(parts.gate, {
    lane: caller?.organizationId ?? networkOf(request.ip),
    isRead: definition.method === 'GET',
    isGone: () => reply.raw.destroyed,
  });
  request.pass = pass;
  let hasEntered = false;
  try {
    const waiting = pass.enter();
    if (waiting) await waiting;
    hasEntered = true;
    await answerInside(call, request, reply, { ctx, input });
  } catch (error) {
    throw (await isGone(call, request, error)) ? fail('token_invalid', { cause: error }) : error;
  } finally {
    pass.leave();
    if (settle) await settle(ctx.hasGuessedRight || !hasEntered);
  }
}

/** A zip file is read by its handler. */
async function bodyOf(schema: z.ZodType, definition: Endpoint, request: FastifyRequest): Promise<unknown> {
  const { accepts } = definition;
  if (accepts === 'application/zip') return undefined;
  return parse(schema, accepts ? await formOf(request, largestBodyOf(definition)) : (request.body ?? {}));
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether the caller's account was deleted while the call was on its way: then it has nothing to write to. */
async function isGone(call: Call, request: FastifyRequest, error: unknown): Promise<boolean> {
  if (!request.caller || (error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) return false;
  call.parts.callers.drop(request.caller.userId);
  return (await findCaller(call, request)) === null;
}

/** The part of the pipeline that is limited to a number of calls at a time. */
async function answerInside(
  { parts, definition, handler, name }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, input }: { ctx: RequestContext; input: unknown },
): Promise<void> {
  const key = request.actionId ?? request.headers['idempotency-key'];
  const keeps = takesKey(definition) && typeof key === 'string' && key !== '';
  try {
    const prepared = handler.prepare && (await handler.prepare(ctx, input));
    const work = async () =>
      toAnswer(await handler(ctx, input, { request, reply }, prepared), definition, parts.config);
    const result = keeps
      ? await once(
          { db: ctx.db, config: parts.config },
          { actor: actorOf(request), key, operation: name, path: request.url, body: request.body },
          (tx) => {
            ctx.enter(tx);
            // Streams and downloads are GET calls, so an answer to store is always text.
            return work() as Promise<Answer>;
          },
        )
      : await work();
    tellShown(reply, ctx);
    send(reply, result);
  } catch (error) {
    // A refusal shows a state too: that a session is full, for example.
    tellShown(reply, ctx);
    throw error;
  } finally {
    if (ctx.changed) for (const userId of ctx.changed) parts.callers.drop(userId);
  }
}

/** The caller sends it back, so that no standby answers with an older state. */
function tellShown(reply: FastifyReply, { shown }: RequestContext): void {
  if (shown) reply.header(SEEN_HEADER, shown);
}

/** Registers a route for every entry of the contract. */
export function registerEndpoints(app: FastifyInstance, parts: HttpParts, handlers: Partial<Handlers>) {
  const actionTokens = createActionTokens(parts.config.TOKEN_SECRET);
  for (const [name, definition] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const handler = handlers[name] as AnyHandler | undefined;
    // Only tests leave some out: the app's table has them all.
    if (!handler) continue;
    const call: Call = { name, definition, handler, parts, actionTokens };
    const answer = (request: FastifyRequest, reply: FastifyReply) => answerUnhurried(call, request, reply);
    app.route({
      method: definition.method,
      url: `${API_ROOT}${definition.path}`,
      config: {
        op: name,
        ...(definition.accepts && { accepts: definition.accepts }),
        ...(definition.slowUpload && { isSlow: true }),
      },
      bodyLimit: largestBodyOf(definition),
      // A download may be large, and squeezing it costs more than sending it.
      ...(definition.sends && { compress: false }),
      handler: parts.config.NODE_ENV === 'production' ? answer : keepingToErrors(name, definition, answer),
    });
  }
  registerOtherMethods(app);
}

type AnswerRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** An error code that the entry doesn't declare is a bug: documentation and clients don't know it. */
function keepingToErrors(name: string, definition: Endpoint, answer: AnswerRequest): AnswerRequest {
  const declared = new Set<ErrorCode>([...errorsOfEveryCall, ...errorsOf(definition)]);
  return async (request, reply) => {
    try {
      return await answer(request, reply);
    } catch (error) {
      if (error instanceof AppError && !declared.has(error.code))
        throw new Error(`The contract's entry ${name} does not declare the error ${error.code}`, { cause: error });
      throw error;
    }
  };
}

/**
 * The owner of a key: a super admin inside an organization is a different actor than outside, or inside another one.
 */
function actorOf({ caller, ip }: FastifyRequest): string {
  if (!caller) return `address:${ip}`;
  return caller.emulatedBy ? `${caller.userId}:${caller.organizationId}` : caller.userId;
}

/** A known address names its allowed methods when called with another. */
function registerOtherMethods(app: FastifyInstance) {
  const taken = new Map<string, Set<string>>();
  for (const { path, method } of Object.values<Endpoint>(endpoints))
    taken.set(path, (taken.get(path) ?? new Set()).add(method));
  for (const [path, methods] of taken)
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.has(method)),
      url: `${API_ROOT}${path}`,
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
  // Answers are validated against the contract outside production only.
  if (config.NODE_ENV !== 'production') checkAnswer(definition.returns, body);
  return { status: definition.status ?? 200, body };
}

function checkAnswer(schema: z.ZodType, body: string) {
  const checked = schema.safeParse(JSON.parse(body));
  if (!checked.success) throw new Error(`The answer does not keep the contract: ${checked.error.message}`);
}

function send(reply: FastifyReply, answer: Answer | Sent): void {
  if (answer instanceof Sent) return;
  if (answer.body === undefined) reply.code(answer.status).send();
  else reply.sendJson(answer.status, answer.body);
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** Where the request stands at the gate. */
    pass: Pass | null;
    /** When the caller's access token expires, in milliseconds. */
    accessExpiresAt: number;
    /** Set for a call that a push allowed: the id of its token, under which it is made once. */
    actionId: string | null;
  }
  interface FastifyContextConfig {
    op?: string;
    accepts?: NonNullable<Endpoint['accepts']>;
    /** May take minutes to arrive. */
    isSlow?: boolean;
  }
}
