import { randomBytes } from 'node:crypto';
import { personalCode } from '#features/friends/index.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { readSession } from '../detail/session-detail.service.ts';
import { lockSession, refuseNonManagers } from '../session-access.service.ts';
import { sessionUpdated } from '../sessions.events.ts';
import { readerOf } from '../sessions.read.ts';
import { newShareToken } from '../share-token.policy.ts';
import { setShareToken } from './sharing.repo.ts';

/** The share link, with the code of the member who shares it: people who join through it become their friends. */
export async function shareSession(ctx: MemberCtx, sessionId: string) {
  const { caller, config } = ctx;
  const { organizationId } = caller;
  return ctx.tx(async (tx) => {
    if (!(await readSession(readsOf(tx), readerOf(ctx), sessionId))) throw fail('session_not_found');
    const session = await lockSession(tx, { organizationId, sessionId });
    if (session.invite_only) throw fail('session_invite_only');
    if (session.status === 'cancelled') throw fail('session_cancelled');
    if (session.ends_at.getTime() <= session.now.getTime()) throw fail('session_started');
    const token = session.share_token ?? newShareToken();
    if (!session.share_token) await setShareToken(tx, { organizationId, sessionId }, token);
    const code = await personalCode(tx, caller.userId, randomBytes(9).toString('base64url'));
    if (!session.share_token) await sessionUpdated(tx, { organizationId, sessionId }, ['share_token']);
    return {
      share_token: token,
      share_url: `${linkOrigin(config, organizationId)}/i/session/${token}?ref=${encodeURIComponent(code)}`,
      referrer_code: code,
    };
  });
}

/** Revokes the link for everyone. */
export async function revokeSessionShare(ctx: MemberCtx, sessionId: string): Promise<undefined> {
  const { organizationId } = ctx.caller;
  await ctx.tx(async (tx) => {
    await refuseNonManagers(tx, ctx.caller, sessionId);
    const session = await lockSession(tx, { organizationId, sessionId });
    if (!session.share_token) return;
    await setShareToken(tx, { organizationId, sessionId }, null);
    await sessionUpdated(tx, { organizationId, sessionId }, ['share_token']);
  });
}
