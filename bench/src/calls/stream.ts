import { Agent, get } from 'node:http';
import type { Person } from '../signed-in.ts';

/** Without a limit on sockets; one agent for all streams. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Opens a member's live stream with as little of the processor as possible. Resolves when it is ready; each chunk of text
 * is reported as it comes.
 */
export function openStream(
  url: string,
  { token }: Person,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const failed = (error: Error) => signal.aborted || reject(error);
  const headers = { authorization: `Bearer ${token}` };
  get(`${url}/api/v1/events/`, { agent, headers, signal }, (response) => {
    if (response.statusCode !== 200) return reject(new Error(`The live stream answered ${response.statusCode}.`));
    response.setEncoding('latin1').on('error', failed);
    response.on('data', (text: string) => {
      if (text.includes('event: ready')) resolve();
      onText(text);
    });
  }).on('error', failed);
  return promise;
}
