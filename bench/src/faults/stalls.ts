/**
 * Preloaded into the server. Tells over a socket how long its main thread was busy at a stretch since it was last asked:
 * by the clock, and by the processor time of that stretch, which other work on the machine doesn't lengthen.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 2;
const socket = process.env.STALLS_SOCKET;
// The server's own processes and threads are not measured here.
delete process.env.NODE_OPTIONS;
delete process.env.STALLS_SOCKET;

if (socket && isMainThread) {
  const threadMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = { at: performance.now(), busy: threadMs() };
  let longest = { wall: 0, processor: 0 };
  const look = () => {
    const now = { at: performance.now(), busy: threadMs() };
    longest = {
      wall: Math.max(longest.wall, now.at - last.at - EVERY_MS),
      processor: Math.max(longest.processor, now.busy - last.busy),
    };
    last = now;
  };
  setInterval(look, EVERY_MS).unref();
  // A server that was killed leaves its socket.
  rmSync(socket, { force: true });
  createServer((connection) => {
    look();
    connection.end(JSON.stringify(longest));
    longest = { wall: 0, processor: 0 };
  })
    .listen(socket)
    .unref();
}
