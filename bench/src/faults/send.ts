import { Agent, request } from 'node:http';

export type FaultCall = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};
/** Status 0: no answer within the time, or the connection broke. */
export type Answer = { status: number; code: string; ms: number; bytes: number };

type Options = { agent?: Agent; timeoutMs?: number; localAddress?: string };

const KEPT = 2_000;
/** A stream never ends, so it is left after its first moments. */
const STREAM_MS = 100;

/** One call, read to its end. An address of this machine other than 127.0.0.1 makes it another visitor. */
export function send(
  url: string,
  asked: FaultCall,
  { agent, timeoutMs = 20_000, localAddress }: Options = {},
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    let start = '';
    let bytes = 0;
    let status = 0;
    const end = (ended: number) => {
      clearTimeout(timer);
      const code = /"code":"(\w+)"/.exec(start)?.[1] ?? '';
      resolve({ status: ended, code, ms: performance.now() - began, bytes });
    };
    const call = request(`${url}${asked.path}`, {
      method: asked.method,
      headers: { ...asked.headers, ...(asked.body && { 'content-length': Buffer.byteLength(asked.body) }) },
      ...(agent && { agent }),
      ...(localAddress && { localAddress }),
    });
    const timer = setTimeout(() => call.destroy(new Error('no answer')), timeoutMs);
    call.on('error', () => end(status));
    call.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (start.length < KEPT) start += part.toString('latin1');
      });
      response.on('end', () => end(status));
      response.on('error', () => end(status));
      if (response.headers['content-type']?.startsWith('text/event-stream'))
        setTimeout(() => {
          response.destroy();
          end(status);
        }, STREAM_MS);
    });
    call.end(asked.body);
  });
}

export const keptAlive = (most: number) => new Agent({ keepAlive: true, maxSockets: most });
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
