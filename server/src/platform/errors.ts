import { largestBodyOf } from '@spotter/contract/api/call-rules.ts';
import { type ErrorBody, type ErrorCode, errors } from '@spotter/contract/api/errors.ts';

type FailOptions = {
  /** Messages by field. */
  details?: Record<string, string[]>;
  nonFieldErrors?: string[];
  /** Replaces the catalogue's sentence. */
  error?: string;
  retryAfterSeconds?: number;
  /** Further fields that the client needs. */
  also?: Record<string, unknown>;
  cause?: unknown;
};

/** An error that the contract knows; anything else a request throws is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly options: FailOptions;

  constructor(code: ErrorCode, options: FailOptions = {}) {
    super(options.error ?? errors[code].error, { cause: options.cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return errors[this.code].status;
  }

  body(requestId: string): ErrorBody {
    const { details, nonFieldErrors, also } = this.options;
    return {
      ...also,
      error: this.message,
      code: this.code,
      ...(details && { details }),
      ...(nonFieldErrors && { non_field_errors: nonFieldErrors }),
      request_id: requestId,
    };
  }
}

export const fail = (code: ErrorCode, options?: FailOptions) => new AppError(code, options);

/** The message of a refusal, with the field it is about. */
export const fieldError = (field: string, text: string) => ({ details: { [field]: [text] } });

/** A body beyond its limit, which the answer names. Limits of uploads leave some room around the file itself. */
export function tooLarge(limit: number): AppError {
  const [most, unit] = limit < 2 ** 20 ? [limit / 2 ** 10, 'KB'] : [limit / 2 ** 20, 'MB'];
  return fail('body_too_large', {
    error: `${errors.body_too_large.error} The limit is ${Math.floor(most)} ${unit}.`,
  });
}

/**
 * Refuses to overwrite what somebody else changed. The answer names the stored version, for a caller who still wants to.
 * `details` name what was looked at beside it, such as the sessions that a change affects: that has to be looked at again.
 */
export function refuseOutdated<V extends string | number>(
  seen: V | undefined,
  stored: V | undefined,
  { details, also }: Pick<FailOptions, 'details' | 'also'> = {},
): void {
  if (seen !== undefined && seen !== stored)
    throw fail('changed_meanwhile', { also: { current_version: stored, ...also }, ...(details && { details }) });
}

/** A limit of the day is reached; the sentence ends with when there is more: 'in 3 hours'. */
export function laterToday(sentence: string, secondsLeft: number): AppError {
  const [left, unit] = secondsLeft > 3600 ? [secondsLeft / 3600, 'hour'] : [secondsLeft / 60, 'minute'];
  const count = Math.ceil(left);
  return fail('too_many_requests', {
    error: `${sentence} in ${count} ${unit}${count === 1 ? '' : 's'}.`,
    retryAfterSeconds: secondsLeft,
  });
}

const connectionLost = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOSPC', 'EROFS']);

type Thrown = { code?: string; message?: string; constraint?: string; statusCode?: number };

/** Turns any thrown value into an answer; an unexpected one becomes `internal` and reveals nothing. */
export function asAppError(error: unknown, bodyLimit = largestBodyOf({})): AppError {
  if (error instanceof AppError) return error;
  const { code = '', message = '', constraint = '', statusCode } = error as Thrown;
  // SQLSTATE classes: 08 connection, 57P the server is stopping or starting, 53 out of resources, 25006 read-only.
  if (
    connectionLost.has(code) ||
    /^(08|57P|53|25006)/.test(code) ||
    /timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/.test(
      message,
    )
  )
    return fail('unavailable', { cause: error, retryAfterSeconds: 2 });
  // A deadlock, a statement timeout, or a row deleted since it was read: the work was rolled back, and a retry has an answer.
  if (code === '40P01' || code === '40001' || code === '57014' || code === '23503')
    return fail('unavailable', { cause: error, retryAfterSeconds: 1 });
  // Node knows names of zones that this PostgreSQL doesn't.
  if (code === '22023' ? /time zone/.test(message) : code === '23514' && /_timezone_check/.test(constraint))
    return fail('validation_failed', {
      details: { timezone: ['Please choose a timezone from the list'] },
      cause: error,
    });
  if (code === '22021' || code === '22P05') return fail('malformed_request', { cause: error });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return tooLarge(bodyLimit);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return fail('unsupported_type');
  if (statusCode && statusCode >= 400 && statusCode < 500) return fail('malformed_request', { cause: error });
  return fail('internal', { cause: error });
}
