import pino from 'pino';

export type Logger = pino.Logger;

/** JSON lines. Requests are logged by their operation, never by body, token or query string. */
export const createLogger = (level: string, destination: pino.DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['*.password', '*.token', '*.authorization', '*.refresh', '*.code'], censor: '[kept out]' },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  );
