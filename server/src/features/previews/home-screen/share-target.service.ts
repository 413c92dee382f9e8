import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { formOf } from '#platform/http/forms.ts';
import { aside } from '#platform/http/limits/gate.ts';

/** As for any other call: photos need the worker, which keeps them on the phone. */
const LARGEST_FORM = 64 * 1024;
const LONGEST_ADDRESS = 4_000;
/** Members' uploads need the other places for forms. */
const MOST_AT_ONCE = 8;
let reading = 0;

/**
 * What a phone shares with the app while no worker runs in it, such as right after the installation. The worker
 * otherwise answers this address itself. Nothing is stored: the page gets the words in its address.
 */
export function registerShareTarget(app: FastifyInstance): void {
  app.post(
    '/app/share',
    { config: { op: 'shareToChat', accepts: 'multipart/form-data' }, bodyLimit: LARGEST_FORM },
    async (request, reply) => {
      if (reading >= MOST_AT_ONCE) return reply.redirect('/app/share?missed=text', 303);
      reading += 1;
      // Anybody may send this, and slowly: it must keep nobody's place at the gate.
      const form = await aside(request.pass, () => formOf(request, LARGEST_FORM))
        .catch((error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        })
        .finally(() => {
          reading -= 1;
        });
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(form ?? {}))
        if (['title', 'text', 'url'].includes(name) && typeof value === 'string') query.set(name, value);
      const hasPhotos = !form || Object.values(form).some((value) => value instanceof File && value.size > 0);
      if (hasPhotos) query.set('missed', 'photos');
      const address = `/app/share?${query}`;
      return reply.redirect(address.length > LONGEST_ADDRESS ? '/app/share?missed=text' : address, 303);
    },
  );
}
