import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Settings } from '#platform/files/s3-store.ts';

/** Between the server and a bucket: writes down what is asked for and how many bytes come back, and can fall silent. */
export async function openS3Proxy(settings: S3Settings) {
  const behind = new URL(settings.S3_URL ?? '');
  const seen: { method: string; bytes: number }[] = [];
  let isSilent = false;
  const proxy = createServer((asked, answer) => {
    if (isSilent) return;
    const { method = '', url: path, headers } = asked;
    const passed = { method, bytes: 0 };
    seen.push(passed);
    const onward = request({ host: behind.hostname, port: behind.port, method, path, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.on('data', (part) => {
        passed.bytes += part.length;
      });
      found.pipe(answer);
    });
    asked.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    settings: { ...settings, S3_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${behind.pathname}` },
    seen,
    fallSilent() {
      isSilent = true;
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
