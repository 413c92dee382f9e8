import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { LONGEST_ARRIVAL_MS } from './arrival.ts';

/** How long a call may be worked on; then its caller gets a 503. */
const LONGEST_WORK_MS = 60_000;
/** Calls that may take minutes to arrive are worked on meanwhile. */
const LONGEST_SLOW_WORK_MS = LONGEST_ARRIVAL_MS + LONGEST_WORK_MS;
/** How long a request may last with everything: a live stream ends with its access token before that. */
const LONGEST_REQUEST_MS = 20 * 60_000;

export const longestWorkOf = ({ isSlow = false }: { isSlow?: boolean }) =>
  isSlow ? LONGEST_SLOW_WORK_MS : LONGEST_WORK_MS;

/** Ends every request at last, such as one whose reader takes the answer byte by byte. */
export function endLongRequests(app: FastifyInstance, { longestMs = LONGEST_REQUEST_MS, lookMs = 5_000 } = {}): void {
  const open = new Map<ServerResponse, number>();
  app.addHook('onRequest', (_request, { raw }, done) => {
    open.set(raw, performance.now());
    raw.once('close', () => open.delete(raw));
    done();
  });
  // The oldest comes first.
  const look = () => {
    for (const [raw, since] of open) {
      if (performance.now() - since < longestMs) return;
      raw.destroy();
    }
  };
  const looking = setInterval(look, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
