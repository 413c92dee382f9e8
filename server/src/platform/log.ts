import pino from 'pino';

export type Logger = pino.Logger;

type Fault = Error & { code?: unknown; constraint?: string; table?: string; column?: string };

/**
 * An error as the log may hold it. PostgreSQL's `detail` and `where` repeat the row an error happened to, and its
 * messages about malformed data the data itself; so only what names the place is taken.
 */
function faultOf(error: Fault): object {
  if (!(error instanceof Error)) return { message: 'something was thrown that is no error' };
  const { name, message, stack = '', code, constraint, table, column, cause } = error;
  const says = /^22/.test(String(code)) ? 'malformed data' : message;
  return {
    type: name,
    message: says,
    stack: stack.replace(message, says),
    kind: code,
    constraint,
    table,
    column,
    ...(cause instanceof Error && { cause: faultOf(cause) }),
  };
}

/** JSON lines. Requests are logged by their operation, never by body, token or query string. */
export const createLogger = (level: string, destination: pino.DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: faultOf },
    },
    destination,
  );
