import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';

const DAYS = 30;

/** Tells people where to report a security fault (RFC 9116), if the operator has said so. */
export function registerSecurityContact(
  app: FastifyInstance,
  { SECURITY_CONTACT, PUBLIC_URL }: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>,
): void {
  if (!SECURITY_CONTACT) return;
  app.get('/.well-known/security.txt', { config: { op: 'getSecurityContact' } }, (_request, reply) => {
    const expires = new Date(Date.now() + DAYS * 86_400_000).toISOString();
    const lines = [
      `Contact: ${SECURITY_CONTACT}`,
      `Expires: ${expires}`,
      `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
