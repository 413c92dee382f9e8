import type { FastifyInstance } from 'fastify';

/** What Apple may send; everything else is left behind. */
const fields = ['state', 'code', 'id_token', 'user', 'error'] as const;

/**
 * Apple posts its answer to the sign-in page as a form, which a page cannot read. It is handed on behind the `#`, where
 * only the browser sees it; the page checks that it had asked, and the server that Apple signed it.
 */
export function registerAppleReturn(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.post('/login', { bodyLimit: 16 * 1024, config: { op: 'appleReturn' } }, async ({ body }, reply) => {
      const answer = new URLSearchParams();
      for (const field of fields) {
        const value = body instanceof URLSearchParams ? body.get(field) : null;
        if (value) answer.set(field, value);
      }
      return reply.header('cache-control', 'no-store').redirect(`/login#${answer}`, 303);
    });
  });
}
