import type { FastifyInstance } from 'fastify';

/** Fields Apple may send; all others are dropped. */
const fields = ['state', 'code', 'id_token', 'user', 'error'] as const;

/**
 * Apple posts its answer to the sign-in page as a form, which a page cannot read. The server passes it on behind the
 * `#`, where only the browser sees it. The page checks that it asked for it; the server checks Apple's signature.
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
