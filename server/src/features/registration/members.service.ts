import type { InviteRegistration } from '@spotter/contract/auth.ts';
import type { z } from 'zod';
import { refuseCommonPassword, sendFirstCode, signIn } from '#features/logins/index.ts';
import { createAccount } from '#features/users/index.ts';
import { AppError, fail } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { hashPassword } from '#platform/logins/passwords.ts';
import { acceptInvite, inviteOf, refuseWrongInvite } from './accept-invite.service.ts';

type AnyCtx = Ctx<Caller | null>;
type Form = z.output<typeof InviteRegistration>;

/** The slow part of registering, done only with a valid invite. */
export async function prepareRegistration(ctx: AnyCtx, form: Form): Promise<string | null> {
  const invite = inviteOf(form);
  try {
    if (invite) await refuseWrongInvite(ctx.db, invite);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
  return hashPassword(form.password);
}

/** Creates an account, with an invite or without a gym for now, and signs it in, in one transaction. */
export async function register(ctx: AnyCtx, form: Form, prepared: string | null, { inviteRequired = false } = {}) {
  const invite = inviteOf(form);
  if (!invite && inviteRequired) throw fail('invite_required');
  if (invite) await refuseWrongInvite(ctx.db, invite);
  await refuseCommonPassword(form.password, 'password');
  const passwordHash = prepared ?? (await hashPassword(form.password));
  return ctx.tx(async (tx) => {
    const userId = await createAccount(tx, {
      email: form.email,
      firstName: form.first_name,
      lastName: form.last_name,
      passwordHash,
    });
    const { sessionJoined } = invite ? await acceptInvite(tx, userId, invite) : { sessionJoined: null };
    await sendFirstCode(tx, ctx.config, userId);
    const answer = await signIn(tx, ctx, { userId, method: 'password', refusal: 'invite_code_invalid' });
    return { ...answer, accessible_gyms: answer.user.accessible_gyms, session_joined: sessionJoined };
  });
}
