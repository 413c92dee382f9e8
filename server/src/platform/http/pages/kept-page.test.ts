import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { HTML, keptPage } from './kept-page.ts';

test('makes a page once and sends it as each reader can take it', async () => {
  const make = vi.fn(() => 'A page for everybody. '.repeat(1000));
  const app = Fastify();
  app.get('/', keptPage(HTML, make));
  const get = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  const answers = await Promise.all(
    ['br', 'gzip, br', 'gzip', 'identity'].map((accepted) => get({ 'accept-encoding': accepted })),
  );
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'br', 'gzip', undefined]);
  const texts = answers.map(({ rawPayload, headers }) =>
    headers['content-encoding'] === 'br'
      ? brotliDecompressSync(rawPayload)
      : headers['content-encoding']
        ? gunzipSync(rawPayload)
        : rawPayload,
  );
  expect(new Set(texts.map(String))).toEqual(new Set([make()]));
  expect(make).toHaveBeenCalledTimes(2);
  const again = await get({ 'if-none-match': String(answers[0]?.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
