import fastify from 'fastify';
import { expect, it } from 'vitest';
import { observeRequest, registerMetrics } from './metrics.ts';

const token = 'a-token-of-some-length';
const ask = async (given: string | undefined, authorization?: string) => {
  const app = fastify();
  registerMetrics(app, { token: given });
  return app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
};

it('answers 404 without a configured token, and without the right one', async () => {
  expect((await ask(undefined)).statusCode).toBe(404);
  expect((await ask(undefined, 'Bearer undefined')).statusCode).toBe(404);
  for (const wrong of [undefined, 'Bearer ', `Bearer ${token}x`, token])
    expect((await ask(token, wrong)).statusCode).toBe(404);
});

it('counts requests by operation and status', async () => {
  observeRequest('countedHere', 200, 0.004);
  const answer = await ask(token, `Bearer ${token}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('http_requests_total{op="countedHere",status="200"} 1');
  expect(answer.body).toContain('http_request_duration_seconds_bucket{le="0.005",op="countedHere"} 1');
});
