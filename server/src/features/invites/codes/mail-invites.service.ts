import type { ParsedInput, Returns } from '@spotter/contract/api/endpoint.ts';
import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import type { mailInvites as mailEndpoint } from '@spotter/contract/invites.ts';
import { inviteDays } from '@spotter/contract/limits.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { adminScope, refuseUnmanagedGym } from '#platform/logins/admin-scope.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { takeStrangerMail } from '#platform/mail/strangers.ts';
import { inviteCodeMail } from './codes.mails.ts';
import { type InviteCode, readKnownInvitees, readSomeCodes } from './codes.read.ts';
import { insertRandomCodes, type Settings, withLink } from './codes.service.ts';

type Body = ParsedInput<typeof mailEndpoint>['body'];

const DAY = 86_400_000;

/** Mails each address a code. Those beyond what the organization may mail today wait: the caller sends them later. */
export async function mailInvites(ctx: MemberCtx, { emails, code_id, gym_id }: Body) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const shared = code_id ? await usableCode(tx, ctx, code_id) : null;
    if (!shared) await refuseUnmanagedGym(tx, ctx.caller, gym_id);
    const wanted = [...new Set(emails)];
    const known = await readKnownInvitees(tx, organizationId, wanted);
    const knownAs = new Map(known.map(({ email, outcome }) => [email, outcome]));
    let secondsLeft: number | null = null;
    const results: Returns<typeof mailEndpoint>['results'] = [];
    for (const email of wanted) {
      const before = knownAs.get(email);
      if (!before) secondsLeft ??= await takeStrangerMail(tx, ctx.config, { organizationId, email });
      results.push({ email, outcome: before ?? (secondsLeft === null ? 'sent' : 'waits') });
    }
    const sent = results.filter(({ outcome }) => outcome === 'sent').map(({ email }) => email);
    if (sent.length > 0) await send(tx, ctx, { sent, shared, gym_id });
    return {
      results,
      more_at: secondsLeft === null ? null : new Date(ctx.now.getTime() + secondsLeft * 1000).toISOString(),
    };
  });
}

async function usableCode(tx: Db, { caller }: MemberCtx, id: string): Promise<InviteCode> {
  const [code] = await readSomeCodes(tx, { ...adminScope(caller), ids: [id] });
  if (!code) throw fail('invite_code_not_found');
  if (!code.is_usable) throw fail('validation_failed', fieldError('code_id', 'This code no longer works'));
  return code;
}

type Sending = { sent: readonly string[]; shared: InviteCode | null; gym_id: string | null };

async function send(tx: Db, ctx: MemberCtx, { sent, shared, gym_id }: Sending): Promise<void> {
  const { caller, config, now } = ctx;
  const { organizationId } = caller;
  const settings: Settings = {
    ...{ label: '', gym_id, max_uses: 1, is_active: true },
    expires_at: new Date(now.getTime() + inviteDays * DAY).toISOString(),
  };
  const codes = shared
    ? [shared]
    : await insertRandomCodes(
        tx,
        ctx,
        sent.map((mailed_to) => ({ mailed_to })),
        settings,
      );
  const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
  for (const email of sent) {
    const { code, link, gym } = withLink(ctx, shared ?? codes.find(({ mailed_to }) => mailed_to === email)!);
    await queueMail(tx, {
      to: email,
      organizationId,
      ...inviteCodeMail({
        ...{ brand, code, url: link, isOwn: shared === null },
        gym: withoutLinks(gym?.name ?? brand.name),
      }),
    });
  }
  await audit(tx, ctx, {
    action: 'invite_code.mailed',
    targetType: 'invite_code',
    targetId: codes[0]!.id,
    data: { people: sent.length, ...(shared && { code: shared.code }) },
  });
}
