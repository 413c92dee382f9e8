/** Preloaded into the server. Tells over a socket how much memory is in use once everything unused has been collected. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const socket = process.env.HEAP_SOCKET;
delete process.env.NODE_OPTIONS;
delete process.env.HEAP_SOCKET;

if (socket && isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  rmSync(socket, { force: true });
  createServer((connection) => {
    // What waits for its finalizer is gone after the second one.
    collect();
    setImmediate(() => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      connection.end(JSON.stringify(heapUsed + external));
    });
  })
    .listen(socket)
    .unref();
}
