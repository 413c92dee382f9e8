import { signIn } from '#features/logins/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { readPersona } from './personas.repo.ts';

const roles = { member: 'regular_user', owner: 'org_admin' } as const;

/** Signs the visitor in as another person of the same sandbox. The old sign-in stays, in case this answer is lost. */
export async function switchDemoPersona(ctx: MemberCtx, persona: keyof typeof roles) {
  if (!ctx.caller.isDemo) throw fail('demo_not_found');
  return ctx.tx(async (tx) => {
    const person = await readPersona(tx, ctx.caller.organizationId, roles[persona]);
    if (!person) throw fail('demo_not_found');
    const { access_token, refresh_token } = await signIn(tx, ctx, {
      userId: person.id,
      method: 'demo',
      refusal: 'demo_not_found',
    });
    const demo_info = { persona_name: person.name, expires_at: person.expires_at.toISOString() };
    return { access_token, refresh_token, demo_info };
  });
}
