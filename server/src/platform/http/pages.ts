import type { FastifyInstance } from 'fastify';
import { type Limits, networkOf } from '#platform/limits.ts';
import { type Gate, Pass } from './gate.ts';
import { type Reach, whileInReach } from './reach.ts';

type Rules = { limits: Limits; gate: Gate; reach: Reach };

/** Registers addresses outside the contract under its rules: so many a minute for each network, and in turn at the gate. */
export async function registerPages(
  app: FastifyInstance,
  { limits, gate, reach }: Rules,
  register: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      const { handler } = route;
      route.handler = async function (request, reply) {
        await limits.takePage(request);
        request.pass = new Pass(gate, {
          lane: networkOf(request.ip),
          isRead: true,
          isGone: () => reply.raw.destroyed,
        });
        await request.pass.enter();
        try {
          return await handler.call(this, request, reply);
        } finally {
          request.pass.leave();
        }
      };
    });
    // A client that reads slowly holds no place at the gate.
    pages.addHook('onSend', (request, _reply, _payload, done) => {
      request.pass?.leave();
      done();
    });
    await whileInReach(pages, reach, register);
  });
}
