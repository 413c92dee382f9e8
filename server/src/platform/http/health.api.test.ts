import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const lines: string[] = [];
const app = useTestApp({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } });
let address = '';
beforeAll(async () => {
  address = await app().http.listen({ port: 0, host: '127.0.0.1' });
});

const opsLogged = () => lines.flatMap((line) => (JSON.parse(line) as { op?: string }).op ?? []);

test('answers a balancer in its own words, with the headers of every answer, and without a line in the log', async () => {
  const answer = await fetch(`${address}/readyz`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready' }]);
  const inside = await app().http.inject({ url: '/readyz' });
  expect(answer.headers.get('content-type')).toBe(inside.headers['content-type']);
  expect(answer.headers.get('content-security-policy')).toBe(inside.headers['content-security-policy']);
  lines.length = 0;
  for (let probe = 0; probe < 3; probe++) await (await fetch(`${address}/readyz`)).text();
  await (await fetch(`${address}/healthz`)).text();
  expect(opsLogged()).toEqual(['/healthz']);
});

test('counts probes like other requests', async () => {
  const counted = async () =>
    Number(
      /http_requests_total\{[^}]*op="\/readyz"[^}]*status="200"[^}]*\} (\d+)/.exec(
        await (await fetch(`${address}/metrics`)).text(),
      )?.[1],
    );
  const before = await counted();
  await (await fetch(`${address}/readyz`)).text();
  expect(await counted()).toBe(before + 1);
});

test.each(['HEAD', 'POST'])('leaves %s to the pipeline', async (method) => {
  lines.length = 0;
  const answer = await fetch(`${address}/readyz`, { method });
  await answer.text();
  expect([answer.status, opsLogged()]).toEqual(method === 'HEAD' ? [200, ['/readyz']] : [404, ['none']]);
});
