import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';

/** What calls took and carried since the last look. */
export type Tally = { took: number[]; failed: Record<string, number>; bytesIn: number; bytesOut: number };

/** Members' apps, which share a process and not a connection limit. */
export function createCalls(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const sockets = new Map<Socket, { read: number; written: number }>();
  let tally: Tally = { took: [], failed: {}, bytesIn: 0, bytesOut: 0 };

  const weigh = (socket: Socket) => {
    const known = sockets.get(socket) ?? { read: 0, written: 0 };
    tally.bytesIn += socket.bytesRead - known.read;
    tally.bytesOut += socket.bytesWritten - known.written;
    sockets.set(socket, { read: socket.bytesRead, written: socket.bytesWritten });
  };
  const watch = (socket: Socket) => {
    if (sockets.has(socket)) return;
    sockets.set(socket, { read: 0, written: 0 });
    socket.once('close', () => {
      weigh(socket);
      sockets.delete(socket);
    });
  };
  const fail = (why: string) => {
    tally.failed[why] = (tally.failed[why] ?? 0) + 1;
  };

  /** Resolves with the answer's JSON if `isRead`; null for one that isn't read or failed. */
  function call<T>(
    token: string,
    method: string,
    path: string,
    { body, isRead = false }: { body?: object; isRead?: boolean } = {},
  ) {
    return new Promise<T | null>((resolve) => {
      const began = performance.now();
      const headers = {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'br',
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      };
      const give = async (answer: IncomingMessage) => {
        const bytes = await buffer(answer);
        tally.took.push(performance.now() - began);
        const status = answer.statusCode ?? 0;
        // A spot may be taken since it was read: an answer like any other.
        const isFailure = status >= 400 && status !== 409;
        const json = () => {
          const text = answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
          return JSON.parse(text.toString());
        };
        if (isFailure) fail(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} ${status} ${json().error}`);
        resolve(isRead && status < 300 ? (json() as T) : null);
      };
      const broken = (error: Error) => {
        fail(`${method} ${error.message}`);
        resolve(null);
      };
      const asked = request(`${url}/api/v1${path}`, { method, agent, headers }, (answer) => give(answer).catch(broken));
      asked.on('error', broken).once('socket', watch);
      asked.end(body && JSON.stringify(body));
    });
  }

  /** A live stream until it is closed. */
  function stream(token: string, onEvent: () => void, onEnd: () => void = () => {}): { close(): void } {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(`${url}/api/v1/events/`, { agent: new Agent(), headers }, (answer) => {
      if (answer.statusCode !== 200) fail(`stream ${answer.statusCode}`);
      answer.on('data', onEvent).on('error', () => {});
    });
    asked.on('error', () => {}).once('socket', watch);
    asked.once('close', onEnd);
    asked.end();
    return { close: () => asked.destroy() };
  }

  return {
    call,
    stream,
    take(): Tally {
      for (const socket of sockets.keys()) weigh(socket);
      const taken = tally;
      tally = { took: [], failed: {}, bytesIn: 0, bytesOut: 0 };
      return taken;
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
