import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { noLimits } from '#platform/limits.ts';
import { createGate } from '../limits/gate.ts';
import { createTurns } from '../limits/turns.ts';
import { registerPages } from './pages.ts';

test('opens so many pages of one network at a time, and those of another meanwhile', async () => {
  const http = Fastify();
  const addresses = createTurns({ atOnce: 2, mostWaiting: 100 });
  const opened: string[] = [];
  const drawn = Promise.withResolvers<string>();
  await registerPages(
    http,
    { limits: noLimits, turns: { addresses }, gate: createGate({ atOnce: 50 }), reach: (work) => work },
    (pages) => {
      pages.get('/page', (request) => {
        opened.push(request.ip);
        return drawn.promise;
      });
    },
  );
  const get = (remoteAddress: string) => http.inject({ url: '/page', remoteAddress });
  const answers = [...Array.from({ length: 5 }, () => get('203.0.113.7')), get('203.0.113.8')];
  await vi.waitFor(() => expect(opened).toContain('203.0.113.8'));
  expect(opened.toSorted()).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.8']);
  drawn.resolve('drawn');
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(Array(6).fill('drawn'));
  await http.close();
});
