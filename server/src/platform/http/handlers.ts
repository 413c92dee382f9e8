import type { endpoints } from '@spotter/contract';
import type { Endpoint, ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import type { AppError } from '#platform/errors.ts';
import type { Answering } from '#platform/events/tell.ts';
import type { Limits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { AccessTokens } from '#platform/logins/access-tokens.ts';
import type { Caller, Member } from '#platform/logins/callers.ts';
import type { Task } from '#platform/offload/offload.ts';
import type { Gate } from './limits/gate.ts';

export type EndpointName = keyof typeof endpoints;

type Transact = {
  <T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Reads the answer after the work, in the round trip that also runs the news lookups. */
  <W, T>(work: (tx: Db) => Promise<W>, answer: (tx: Db, made: W) => Promise<T>, options?: Answering): Promise<T>;
};

/** What every operation may use. */
export type Ctx<C extends Caller | null = Caller> = {
  db: Db;
  /** Runs in its own transaction, or in the one an idempotent request has already opened; news is written last. */
  tx: Transact;
  /** For hot reads: one prepared statement. */
  read: Read;
  caller: C;
  now: Date;
  log: Logger;
  requestId: string;
  ip: string;
  userAgent: string;
  language: string | null;
  /** The caller's own zone if they want times in it; null for times in each gym's. */
  zone: string | null;
  config: Config;
  accessTokens: AccessTokens;
  limits: Limits;
  /**
   * Runs work in a process with limits, one task per caller. Meanwhile the call doesn't count as one at work, so that it
   * keeps nobody waiting. `refusal` is the answer when the input took too much time or memory.
   */
  offload<I, O>(task: Task<I, O>, input: I, refusal?: AppError): Promise<O>;
  /** Does work that few calls may do at a time, after waiting in fair order. A waiting call keeps nobody else waiting. */
  behind<T>(gate: Gate, work: () => Promise<T>): Promise<T>;
  /** Makes this process forget a user's cached rights once the request has committed. */
  rightsChanged(userId: string): void;
  /** The guess was correct, so it doesn't count against the call's `limit`. */
  guessedRight(): void;
};

/** What an operation inside the caller's organization may use. */
export type MemberCtx = Ctx<Member>;

type CallerOf<E extends Endpoint> = E['access'] extends 'public'
  ? Caller | null
  : E extends { access: 'member' } | { insideOrganization: true }
    ? Member
    : Caller;

/** JSON that PostgreSQL has already written; it is sent as it is. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An answer that isn't JSON, written by the handler to the raw reply. */
export class Sent {}

type Answer<E extends Endpoint> = E['returns'] extends z.ZodType
  ? z.input<E['returns']> | Returns<E> | JsonText
  : E extends { sends: string }
    ? Sent
    : undefined;

/** The request itself, for what isn't JSON. */
export type Raw = { request: FastifyRequest; reply: FastifyReply };

export type Handler<E extends Endpoint> = {
  (ctx: Ctx<CallerOf<E>>, input: ParsedInput<E>, raw: Raw, prepared?: unknown): Promise<Answer<E>>;
  prepare?(ctx: Ctx<CallerOf<E>>, input: ParsedInput<E>): Promise<unknown>;
};

/**
 * A handler with a part too slow to hold a database connection for, such as hashing a password: it runs before a
 * request with an Idempotency-Key opens its transaction. It must not decide anything, because a retry with a stored
 * answer runs it too.
 */
export function prepared<E extends Endpoint, P>(
  prepare: (ctx: Ctx<CallerOf<E>>, input: ParsedInput<E>) => Promise<P>,
  work: (ctx: Ctx<CallerOf<E>>, input: ParsedInput<E>, prepared: P) => Promise<Answer<E>>,
): Handler<E> {
  const handler: Handler<E> = (ctx, input, _raw, done) => work(ctx, input, done as P);
  handler.prepare = prepare;
  return handler;
}

export type Handlers<N extends EndpointName = EndpointName> = { [K in N]: Handler<(typeof endpoints)[K]> };

/** A feature's handlers, typed by the contract's entries of the same names. */
export const handlers = <H extends Partial<Handlers>>(table: H & Record<Exclude<keyof H, EndpointName>, never>): H =>
  table;
