import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();

const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
  app().http.inject({ method: 'POST', url: '/login', payload, headers: { 'content-type': type } });

test("Apple's form post returns to the sign-in page in the URL fragment", async () => {
  const user = JSON.stringify({ name: { firstName: 'Aki', lastName: 'Mori & Co' } });
  const form = new URLSearchParams({ state: 's1', code: 'c1', id_token: 'a.b.c', user, more: 'left behind' });
  const answer = await post(form.toString());
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store']);
  const [path, hash] = String(answer.headers.location).split('#');
  expect(path).toBe('/login');
  expect(Object.fromEntries(new URLSearchParams(hash))).toEqual({ state: 's1', code: 'c1', id_token: 'a.b.c', user });
});

test('redirects only to the sign-in page, and drops large or unknown fields', async () => {
  const hostile = new URLSearchParams({
    error: '\r\nLocation: https://elsewhere.example',
    state: '//elsewhere.example',
  });
  const answer = await post(hostile.toString());
  expect(answer.headers.location).toMatch(/^\/login#[\w%&=+.-]*$/);
  expect((await post('')).headers.location).toBe('/login#');
  expect((await post(`id_token=${'x'.repeat(20_000)}`)).statusCode).toBe(413);
  expect((await post('<xml/>', 'text/xml')).statusCode).toBe(415);
});
