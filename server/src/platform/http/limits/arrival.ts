import type { IncomingMessage } from 'node:http';

/** A client that sends byte by byte must not hold a connection forever. */
export const ARRIVAL_MS = 30_000;
/** For the calls that ask for more time, once the caller is known: `slowUpload` in the contract. */
export const LONGEST_ARRIVAL_MS = 10 * 60_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Ends the connection unless the whole body has arrived in time, whether or not the call was answered meanwhile. */
export function limitArrival(message: IncomingMessage, milliseconds = ARRIVAL_MS): void {
  if (!hasBody(message)) return;
  if (!timers.has(message)) {
    const stop = () => clearTimeout(timers.get(message));
    message.once('end', stop).once('close', stop);
  }
  clearTimeout(timers.get(message));
  const end = () => {
    if (!message.complete) message.destroy();
  };
  timers.set(message, setTimeout(end, milliseconds).unref());
}
