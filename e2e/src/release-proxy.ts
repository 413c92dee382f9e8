import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const ofBuilds = /^(text\/(html|css|javascript)|application\/javascript)\b/;

/**
 * Stands between a browser and the server, and releases builds of the app: their pages say which one they are, and every
 * chunk has another name. A build's chunks are gone from here with the next release, as from a server that has only its own.
 */
export async function startReleases(target: string) {
  const state = { build: 1, isPortal: false };
  const worker = await (await fetch(`${target}/service-worker.js`)).text();
  const chunks = new Set(Array.from(worker.matchAll(/assets\/([\w.-]+\.(?:js|css))\b/g), ([, name]) => name));
  const nameIn = (build: number) => (name: string) =>
    build > 1 && chunks.has(name) ? name.replace(/\.(?=\w+$)/, `.build${build}.`) : name;

  const server = createServer((request, response) => {
    const { build } = state;
    const { pathname } = new URL(request.url ?? '/', target);
    // A network that wants a sign-in of its own answers with its page, here from the moment a new worker has arrived.
    if (state.isPortal && pathname !== '/service-worker.js')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hotel Wi-Fi</h1>');
    const wanted = pathname.replace(`.build${build}.`, '.');
    const name = /^\/assets\/(.+\.(?:js|css))$/.exec(wanted)?.[1];
    if (name && pathname !== `/assets/${nameIn(build)(name)}`) return response.writeHead(404).end();

    const headers = { ...request.headers, host: new URL(target).host };
    const isFile = request.method === 'GET' && !pathname.startsWith('/api/');
    if (isFile) {
      headers['accept-encoding'] = 'identity';
      // The server's own file doesn't change.
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    }
    const path = (request.url ?? '/').replace(pathname, wanted);
    const passed = ask(target + path, { method: request.method, headers }, async (answer) => {
      if (!isFile || !ofBuilds.test(answer.headers['content-type'] ?? '')) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(response);
      }
      const content = (await text(answer)).replace(/[\w.-]+\.(?:js|css)\b/g, nameIn(build));
      const { etag: _, 'last-modified': __, 'content-length': ___, link: ____, ...kept } = answer.headers;
      // A phone's browser drops files from its own cache when it likes.
      response.writeHead(answer.statusCode ?? 502, { ...kept, 'cache-control': 'no-store' });
      response.end(asBuild(content, pathname, build));
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function asBuild(content: string, pathname: string, build: number): string {
  // The worker's list has a fingerprint for each page, which is how it notices a new one.
  if (pathname === '/service-worker.js')
    return content.replace(/\b[0-9a-f]{32}\b/g, (mark) => mark.slice(0, -1) + build);
  return content.replace(/(name="build" content=")[^"]*/, `$1${build}`);
}
