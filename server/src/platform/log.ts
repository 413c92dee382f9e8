import pg from 'pg';
import pino from 'pino';

export type Logger = pino.Logger;

type Fault = Error & { code?: unknown; constraint?: string; table?: string; column?: string };

/**
 * An error as the log may contain it. PostgreSQL's texts repeat the row or the statement, so only the code and the
 * names of the place are kept. Classes 08 and 57P are about the connection and contain no data.
 */
function faultOf(error: Fault): { message: string; [field: string]: unknown } {
  if (!(error instanceof Error)) return { message: 'something was thrown that is no error' };
  const { name, message, stack = '', code, constraint, table, column, cause } = error;
  const holdsData = error instanceof pg.DatabaseError && !/^(08|57P)/.test(String(code));
  const says = holdsData ? `PostgreSQL error ${code}` : message;
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

/** JSON lines. Requests are logged by operation, never with body, token or query string. */
export const createLogger = (level: string, destination: pino.DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: faultOf },
      hooks: {
        // A line without its own text would use the error's, which may be PostgreSQL's.
        logMethod([first, ...more], log) {
          const fields = (first instanceof Error ? { err: first } : first) as { err?: unknown } | undefined;
          if (more.length === 0 && fields?.err instanceof Error) more.push(faultOf(fields.err).message);
          log.call(this, fields, ...more);
        },
      },
    },
    destination,
  );
