import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A proxy to the database that can be cut, blocked and restored without affecting other tests. */
export async function openDatabaseProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let blocked = false;
  let openingMs = 0;
  let server = createServer();

  async function join(near: Socket) {
    if (openingMs > 0) await sleep(openingMs);
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (blocked) from.pause();
    }
  }
  const open = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server = createServer(join).once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });

  const port = await open(0);
  const way = new URL(databaseUrl);
  way.hostname = '127.0.0.1';
  way.port = String(port);
  return {
    url: way.href,
    /** Connections break, and new ones are refused. */
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    giveBack: () => open(port),
    /** Connections stay and are accepted, but nothing passes: a hanging machine or an unplugged cable. */
    block() {
      blocked = true;
      for (const socket of sockets) socket.pause();
    },
    /** New connections take so long to open; those that are open stay quick, as on a busy machine. */
    openSlowly(ms: number) {
      openingMs = ms;
    },
    unblock() {
      blocked = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
