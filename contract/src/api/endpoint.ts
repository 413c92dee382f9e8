import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call an endpoint at all; the feature's policy decides about the particular thing. */
export type Access = 'public' | 'signed_in' | 'member' | 'gym_admin' | 'org_admin' | 'super_admin';

type Schema = z.ZodType;
type ObjectSchema = z.ZodObject;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with its trailing slash; parameters as `:id`. */
  path: `/${string}`;
  access: Access;
  /** One sentence for the API documentation. */
  summary: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: Schema;
  /** What the body is when it is not JSON. */
  accepts?: 'multipart/form-data';
  /** The largest body in bytes, where 64 KB are not enough. */
  largestBody?: number;
  /** Absent: the answer has no body (204). */
  returns?: Schema;
  /** What the answer is when it is not JSON. */
  sends?: 'text/event-stream' | 'text/calendar' | 'application/json; download';
  /** 200 with a body and 204 without by default. */
  status?: 200 | 201 | 202 | 204;
  /** What this call may answer beyond what every call may and what the rest of its entry implies (see `errorsOf`). */
  errors?: readonly ErrorCode[];
  /** Answers 403 `emulation_not_allowed` to a super admin inside an organization: only the person themselves may do it. */
  emulating?: 'refused';
  /** Answers 403 `demo_not_allowed` to a demo user: it would reach beyond the sandbox. */
  demo?: 'refused';
  /** The web client sends an Idempotency-Key, so that a retry after a lost answer never does it twice. */
  sentOnce?: true;
  /** No Idempotency-Key is kept for this call: it counts guesses, and a repeat is harmless. */
  forgets?: true;
  /** Not held inside the caller's organization: a link leads to any, and a person has data from before they joined. */
  crossesOrganizations?: true;
  /** The sensitive budget this call draws on, beside the general one. */
  limit?: LimitName;
};

/** Budgets for calls that guess, mail or create; their sizes are in the server's configuration. */
export type LimitName =
  | 'login'
  | 'code'
  | 'mail'
  | 'register'
  | 'gym'
  | 'invite'
  | 'demo'
  | 'message'
  | 'upload'
  | 'export';

/** Keeps the literal types, so that handlers and clients are typed from the table. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Infer<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  D extends 'input' | 'output',
> = E[K] extends Schema ? (D extends 'input' ? z.input<E[K]> : z.output<E[K]>) : undefined;

/** What the server's handler receives: parsed, with defaults filled in. */
export type ParsedInput<E extends Endpoint> = {
  params: Infer<E, 'params', 'output'>;
  query: Infer<E, 'query', 'output'>;
  body: Infer<E, 'body', 'output'>;
};

type Required_<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema
  ? Record<string, never> extends z.input<E[K]>
    ? { [P in K]?: z.input<E[K]> }
    : { [P in K]: z.input<E[K]> }
  : unknown;

/** What a client passes: only the parts the endpoint declares, and only those that are needed. */
export type ClientInput<E extends Endpoint> = Required_<E, 'params'> & Required_<E, 'query'> & Required_<E, 'body'>;

/** What a client gets back. */
export type Returns<E extends Endpoint> = E['returns'] extends Schema ? z.output<E['returns']> : undefined;
