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
    {
      limits: noLimits,
      turns: { addresses, uploads: addresses },
      gate: createGate({ atOnce: 50 }),
      reach: (work) => work,
    },
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

test('lets a form that arrives slowly keep no page of its network waiting', async () => {
  const http = Fastify();
  const turns = {
    addresses: createTurns({ atOnce: 1, mostWaiting: 100 }),
    uploads: createTurns({ atOnce: 1, mostWaiting: 100 }),
  };
  const arrived = Promise.withResolvers<string>();
  const reading = Promise.withResolvers<void>();
  await registerPages(
    http,
    { limits: noLimits, turns, gate: createGate({ atOnce: 50 }), reach: (work) => work },
    (pages) => {
      pages.post('/form', { config: { op: 'shareToChat', accepts: 'multipart/form-data' } }, () => {
        reading.resolve();
        return arrived.promise;
      });
      pages.get('/page', async () => 'drawn');
    },
  );
  const form = http.inject({ method: 'POST', url: '/form' });
  await reading.promise;
  expect((await http.inject('/page')).body).toBe('drawn');
  arrived.resolve('sent');
  expect((await form).body).toBe('sent');
  await http.close();
});
