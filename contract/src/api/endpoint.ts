import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** Who may call an endpoint at all; the feature's policy decides about the particular record. */
export type Access = 'public' | 'signed_in' | 'member' | 'gym_admin' | 'org_admin' | 'super_admin';

type Schema = z.ZodType;
type ObjectSchema = z.ZodObject;

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with a trailing slash; parameters as `:id`. */
  path: `/${string}`;
  access: Access;
  /** One sentence for the API documentation. */
  summary: string;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: Schema;
  /** The body's type if it isn't JSON. */
  accepts?: 'multipart/form-data' | 'application/zip';
  /** The largest body in bytes, if 64 KB are not enough. */
  largestBody?: number;
  /** The body may take ten minutes to arrive instead of 30 seconds. For callers that the server trusts. */
  slowUpload?: true;
  /** Absent: the answer has no body (204). */
  returns?: Schema;
  /** The answer's type if it isn't JSON. */
  sends?:
    | 'text/event-stream'
    | 'text/calendar'
    | 'image/webp'
    | 'text/csv'
    | 'application/json; download'
    | 'application/pdf'
    | 'application/zip';
  /**
   * The answer may contain words of a private chat, for the people in it alone. Tests find calls that show some without
   * this mark, and staff who get any.
   */
  shows?: 'private';
  /** Defaults to 200 with a body and 204 without. */
  status?: 200 | 201 | 202 | 204;
  /** Error codes beyond those of every call and those the rest of the entry implies (see `errorsOf`). */
  errors?: readonly ErrorCode[];
  /** Answers 403 `emulation_not_allowed` to a super admin inside an organization: only the user may do it. */
  emulating?: 'refused';
  /** Answers 403 `demo_not_allowed` to a demo user, because it would reach beyond the sandbox. */
  demo?: 'refused';
  /** Answers 403 `email_not_verified` until the caller has verified their email: it mails, invites or stores files. */
  needsVerifiedEmail?: true;
  /** Open to a caller who still has to choose a password of their own; every other call answers 403 `password_change_required`. */
  beforeOwnPassword?: 'allowed';
  /** The web client sends an Idempotency-Key, so a retry after a lost answer never acts twice. */
  sentOnce?: true;
  /** Stores no Idempotency-Key for this call: a repeat is harmless, or counts as another guess. */
  forgets?: true;
  /**
   * Not restricted to the caller's organization: a link may lead to any, and users have data from before they joined.
   */
  crossesOrganizations?: true;
  /**
   * Where the call names an organization: `id` of the params, or `organization_id`. Answers 404 `organization_not_found` to
   * any other than the caller's own.
   */
  namesOrganization?: 'params' | 'query' | 'body';
  /** A super admin may name any organization, also from outside. */
  platformNamesAny?: true;
  /** An admin call about the caller's own organization: a super admin enters one first. */
  insideOrganization?: true;
  /** The sensitive budget this call draws on, besides the general one. */
  limit?: LimitName;
  /** A read that a standby of the database may answer, if it has everything the caller has seen (see seen.ts). */
  replica?: true;
  /** How many ordinary calls this one is worth, drawn from the general budget. Measured: see docs/bench.md. */
  cost?: number;
};

/** Budgets for calls that guess, mail or create; the server's configuration sets their sizes. */
export type LimitName =
  | 'login'
  | 'confirm'
  | 'code'
  | 'mail'
  | 'register'
  | 'gym'
  | 'invite'
  | 'message'
  | 'session'
  | 'create'
  | 'announce'
  | 'report'
  | 'typing'
  | 'upload'
  | 'export';

/** Keeps the literal types, so handlers and clients are typed from the table. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Infer<
  E extends Endpoint,
  K extends 'params' | 'query' | 'body',
  D extends 'input' | 'output',
> = E[K] extends Schema ? (D extends 'input' ? z.input<E[K]> : z.output<E[K]>) : undefined;

/** The server handler's input: parsed, with defaults. */
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

/** A client's input: only the parts the endpoint declares. */
export type ClientInput<E extends Endpoint> = Required_<E, 'params'> & Required_<E, 'query'> & Required_<E, 'body'>;

/** A client's result. */
export type Returns<E extends Endpoint> = E['returns'] extends Schema ? z.output<E['returns']> : undefined;
