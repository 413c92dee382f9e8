import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No browser sends a request before the one before it on the same connection is answered; some proxies send a few. */
const MOST_UNANSWERED = 16;
const unanswered = new WeakMap<Socket, number>();

/**
 * Whether a connection sends requests without waiting for answers. Node reads all requests of a packet at once, and sixty
 * kilobytes have two thousand, so they would take the main thread for half a second.
 */
export function isFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  const open = (unanswered.get(socket) ?? 0) + 1;
  if (open > MOST_UNANSWERED) return true;
  unanswered.set(socket, open);
  response.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1));
  return false;
}
