import { setupMailsAMinute } from '@spotter/contract/limits.ts';
import { z } from 'zod';
import { mailBrandOf } from '#features/organizations/index.ts';
import { prepareSetupCode, setupUrlOf, welcomeMail } from '#features/registration/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { inTransaction } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { hashOneOfMany } from '#platform/logins/passwords.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { type MailQuota, readMailQuota, takeStrangerMail } from '#platform/mail/strangers.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { countWaiting, insertInvitations, mayInvite, nextInvited, takeInvitation } from './setup-invitations.repo.ts';

/** Of a day's mails to strangers, so that a long list doesn't keep staff from adding a colleague. */
const KEPT_FOR_SINGLE_INVITES = 5;
/** Answers to the first mails, and a super admin, may allow more before the day is over, or switch the organization on again. */
const LOOK_AGAIN_AFTER_MINUTES = 10;

const keyOf = (organizationId: string) => `setup-invitations:${organizationId}`;

/** Queues the mail with a setup code for members who have none yet; whoever waits already waits on. */
export async function inviteToSetUp(tx: Db, organizationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await insertInvitations(tx, organizationId, userIds);
  await enqueue(tx, sendSetupInvitations, { organization_id: organizationId }, { key: keyOf(organizationId) });
}

export const sendSetupInvitations = defineJob({
  name: 'send_setup_invitations',
  payload: z.object({ organization_id: z.uuid() }),
  async run({ inside, config, now }, { organization_id: organizationId }) {
    const db = inside({ organizationId });
    const isOpen = await mayInvite(db, organizationId);
    const left = isOpen ? leftToday(await readMailQuota(readsOf(db), config, organizationId)) : 0;
    const waiting = await nextInvited(db, organizationId, Math.min(setupMailsAMinute, left));
    // Hashed before the transaction, which would hold its locks for seconds, and behind people who sign in.
    const codes = await Promise.all(waiting.map(() => prepareSetupCode(now, hashOneOfMany)));
    await inTransaction(db, async (tx) => {
      const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
      for (const [index, { id, email, first_name: firstName }] of waiting.entries()) {
        const { code, hash } = codes[index]!;
        // Others may have sent invites meanwhile.
        if ((await takeStrangerMail(tx, config, { organizationId, email })) !== null) break;
        if (!(await takeInvitation(tx, { organizationId, id, hash }))) continue;
        const setupUrl = setupUrlOf(linkOrigin(config, organizationId), email);
        await queueMail(tx, {
          to: email,
          organizationId,
          ...welcomeMail({ brand, firstName, setupCode: code, setupUrl }),
        });
      }
      const minutes = left > setupMailsAMinute ? 1 : LOOK_AGAIN_AFTER_MINUTES;
      if ((await nextInvited(tx, organizationId, 1)).length > 0)
        await enqueue(
          tx,
          sendSetupInvitations,
          { organization_id: organizationId },
          { key: keyOf(organizationId), runAt: new Date(now.getTime() + minutes * 60_000) },
        );
    });
  },
});

/** How many strangers it may mail before its day is over. */
const leftToday = ({ used, most }: MailQuota): number =>
  most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - used - KEPT_FOR_SINGLE_INVITES);

export async function getMailQuota({ read, config, caller: { organizationId } }: MemberCtx) {
  const [quota, waiting] = await Promise.all([
    readMailQuota(read, config, organizationId),
    countWaiting(read, organizationId),
  ]);
  return { ...quota, waiting, goes_today: Math.min(waiting, leftToday(quota)) };
}
