import type { FastifyRequest } from 'fastify';

/** Whether the reader wants times in their zone instead of the gym's. */
export const inOwnZone = (request: FastifyRequest) => request.headers['x-use-new-timezone'] === 'true';
