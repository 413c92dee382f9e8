import type { FastifyInstance } from 'fastify';
import { type Limits, networkOf } from '#platform/limits.ts';
import { type DatabaseReach, whileDatabaseInReach } from '../database-reach.ts';
import { type Gate, Pass } from '../limits/gate.ts';
import { inTurn, type Turns } from '../limits/turns.ts';

type Rules = { limits: Limits; turns: { addresses: Turns; uploads: Turns }; gate: Gate; reach: DatabaseReach };

/** Registers pages outside the contract under its rules: so many a minute and at a time for each network. */
export async function registerPages(
  app: FastifyInstance,
  { limits, turns, gate, reach }: Rules,
  register: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      const { handler, config } = route;
      // A form may arrive slowly, and keeps no other call of its network waiting.
      const turnsOf = config?.accepts ? turns.uploads : turns.addresses;
      route.handler = async function (request, reply) {
        await limits.takePage(request);
        const network = networkOf(request.ip);
        const isGone = () => reply.raw.destroyed;
        return inTurn(turnsOf, network, { isGone }, async () => {
          request.pass = new Pass(gate, { lane: network, isRead: true, isGone });
          await request.pass.enter();
          try {
            return await handler.call(this, request, reply);
          } finally {
            request.pass.leave();
          }
        });
      };
    });
    // A client that reads slowly holds no place at the gate.
    pages.addHook('onSend', (request, _reply, _payload, done) => {
      request.pass?.leave();
      done();
    });
    await whileDatabaseInReach(pages, reach, register);
  });
}
