import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterwards } from '../../cleanup.ts';
import { balancerFile } from '../../cluster/files.ts';
import { freePort } from '../../server-process.ts';

/** How often the plain proxy asks whether a process is ready. */
const LOOK_MS = 500;

const WARNING = 'HAPROXY IS NOT INSTALLED: a plain proxy stood in for it, so deploy/haproxy.cfg was NOT tried. ';

type Balancer = { name: string; url: string; warning: string };

/** HAProxy before the processes if it is installed, otherwise a plain proxy. Both ask `/readyz`. */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
  if (!isInstalled) {
    console.error(`${WARNING}Install it: apt-get install haproxy`);
    await startPlainProxy(port, ports);
    return { name: 'a plain proxy', url, warning: WARNING };
  }
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, balancerFile(port, ports));
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  afterwards(() => child.kill('SIGTERM'));
  return { name: 'HAProxy', url, warning: '' };
}

async function startPlainProxy(port: number, ports: readonly number[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const ready = new Set<number>();
  let turn = 0;
  const look = async (node: number) => {
    const isReady = await fetch(`http://127.0.0.1:${node}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(node);
    else ready.delete(node);
  };
  const looking = setInterval(() => ports.forEach(look), LOOK_MS);
  const server = createServer((incoming, outgoing) => {
    const nodes = [...ready];
    const node = nodes[turn++ % nodes.length];
    const { method, url, headers } = incoming;
    const onward = request({ port: node, method, path: url, headers, agent }, (answer) => {
      const { connection: _own, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, passed);
      pipeline(answer, outgoing, () => {});
    });
    onward.on('error', () => outgoing.destroy());
    pipeline(incoming, onward, () => {});
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    clearInterval(looking);
    server.close();
    server.closeAllConnections();
  });
}
