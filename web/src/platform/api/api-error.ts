import { isRecord } from '#platform/storage/safe-storage.ts';

export type FieldMessages = Record<string, string[]>;

/** The only error that calls throw. The feature decides what the user sees of it. */
export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** Messages by field, for validation errors. */
  readonly details: FieldMessages;
  readonly requestId: string | null;
  /** Seconds to wait, if the server asks for it. */
  readonly retryAfter: number | null;
  /** The raw body, for calls whose errors carry extra fields. */
  readonly body: unknown;

  constructor(init: { status: number; code: string; message: string } & Partial<Omit<ApiError, keyof Error>>) {
    super(init.message);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? {};
    this.requestId = init.requestId ?? null;
    this.retryAfter = init.retryAfter ?? null;
    this.body = init.body;
  }

  /**
   * True if the server didn't decide: no answer, too many calls, or a failure of the server or of what stands before it (a
   * gateway answers 502 while the server restarts). It refuses nothing, so a sign-in and unsent writes stay.
   */
  get isTemporary() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Section 8's order: `error`, else `message`, else the first of `non_field_errors`. */
export function messageOf(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const general = Array.isArray(body.non_field_errors) ? body.non_field_errors[0] : undefined;
  return text(body.error) ?? text(body.message) ?? text(general);
}

function detailsOf(body: unknown): FieldMessages {
  if (!isRecord(body) || !isRecord(body.details)) return {};
  const entries = Object.entries(body.details).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  return Object.fromEntries(entries);
}

export function errorFromAnswer(response: Response, body: unknown): ApiError {
  const fields = isRecord(body) ? body : {};
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiError({
    status: response.status,
    code: text(fields.code) ?? 'unknown',
    message: messageOf(body) ?? 'Something went wrong. Try again.',
    details: detailsOf(body),
    requestId: text(fields.request_id) ?? null,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : null,
    body,
  });
}

export const noAnswer = () =>
  new ApiError({ status: 0, code: 'no_answer', message: 'No connection. Check your internet and try again.' });

const NETWORK_WANTS_SIGN_IN = 511;

/**
 * Returns an answer of the server. A network that wants a sign-in of its own answers with its page, also to a message that
 * was not delivered: that counts as no answer. A page about a failed server is none of theirs.
 */
export function ownAnswer(response: Response): Response {
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') === true;
  if (response.status === NETWORK_WANTS_SIGN_IN || (isPage && response.status < 500)) throw noAnswer();
  return response;
}

/** Treated as no answer: the call was not sent, so queued content stays queued. */
export const accountChanged = () =>
  new ApiError({ status: 0, code: 'account_changed', message: 'Another account signed in on this browser.' });

/** Text for a banner or a toast: the server's message, else the screen's fallback. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError && (error.status === 0 || messageOf(error.body))) return error.message;
  return fallback;
}
