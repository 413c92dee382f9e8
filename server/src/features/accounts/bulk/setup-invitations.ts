import { sql } from 'kysely';
import { z } from 'zod';
import { mailBrandOf } from '#features/organizations/index.ts';
import { prepareSetupCode, welcomeMail } from '#features/registration/index.ts';
import { isSetUp } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, statement } from '#platform/db/statement.ts';
import { inTransaction } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { hashOneOfMany } from '#platform/logins/passwords.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { type MailQuota, readMailQuota, takeStrangerMail } from '#platform/mail/strangers.ts';

/** Mail servers take a steady stream for a gym and a flood for spam; hashing the codes takes its time too. */
const A_MINUTE = 60;
/** Of a day's mails to strangers, so that a long list doesn't keep staff from adding a colleague. */
const KEPT_FOR_SINGLE_INVITES = 5;
/** Answers to the first mails, and a super admin, may allow more before the day is over. */
const LOOK_AGAIN_AFTER_MINUTES = 10;

const keyOf = (organizationId: string) => `setup-invitations:${organizationId}`;

/** Queues the mail with a setup code for members who have none yet; whoever waits already waits on. */
export async function inviteToSetUp(tx: Db, organizationId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`insert into setup_invitations (organization_id, user_id)
    select ${organizationId}, id from unnest(${userIds}::uuid[]) id on conflict do nothing`.execute(tx);
  await enqueue(tx, sendSetupInvitations, { organization_id: organizationId }, { key: keyOf(organizationId) });
}

type Invited = { id: string; email: string; first_name: string };

export const sendSetupInvitations = defineJob({
  name: 'send_setup_invitations',
  payload: z.object({ organization_id: z.uuid() }),
  async run({ inside, config, now }, { organization_id: organizationId }) {
    const db = inside({ organizationId });
    const left = leftToday(await readMailQuota(readsOf(db), config, organizationId));
    const waiting = await nextOf(db, organizationId, Math.min(A_MINUTE, left));
    // Hashed before the transaction, which would hold its locks for seconds, and behind people who sign in.
    const codes = await Promise.all(waiting.map(() => prepareSetupCode(now, hashOneOfMany)));
    await inTransaction(db, async (tx) => {
      const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
      for (const [index, { id, email, first_name: firstName }] of waiting.entries()) {
        const { code, hash } = codes[index]!;
        // Others may have sent invites meanwhile.
        if ((await takeStrangerMail(tx, config, { organizationId, email })) !== null) break;
        // Of two runs the second finds nothing; a member who has come in meanwhile needs no code.
        const { rows } = await sql<Invited>`with taken as (
            delete from setup_invitations where organization_id = ${organizationId} and user_id = ${id} returning user_id)
          update users u set setup_code_hash = ${hash},
            setup_code_expires_at = now() + make_interval(days => ${SETUP_CODE_DAYS})
          from taken where u.id = taken.user_id and u.is_active and not ${sql.raw(isSetUp)} returning u.id`.execute(tx);
        if (rows.length === 0) continue;
        const setupUrl = `${config.PUBLIC_URL}/login?setup=true&email=${encodeURIComponent(email)}`;
        await queueMail(tx, {
          to: email,
          organizationId,
          ...welcomeMail({ brand, firstName, setupCode: code, setupUrl }),
        });
      }
      const minutes = left > A_MINUTE ? 1 : LOOK_AGAIN_AFTER_MINUTES;
      if ((await nextOf(tx, organizationId, 1)).length > 0)
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

const waitingStatement = statement('waiting-setup-invitations', { organizationId: 'uuid' })<{ waiting: number }>(
  'select count(*)::int as waiting from setup_invitations where organization_id = $organizationId',
);

export async function getMailQuota({ read, config, caller: { organizationId } }: MemberCtx) {
  const [quota, [counted]] = await Promise.all([
    readMailQuota(read, config, organizationId),
    read(waitingStatement, { organizationId }),
  ]);
  const { waiting } = counted!;
  return { ...quota, waiting, goes_today: Math.min(waiting, leftToday(quota)) };
}

async function nextOf(db: Db, organizationId: string, limit: number): Promise<Invited[]> {
  const { rows } = await sql<Invited>`select u.id, u.email, u.first_name from setup_invitations i
    join users u on u.organization_id = i.organization_id and u.id = i.user_id
    where i.organization_id = ${organizationId} order by i.created_at, i.user_id limit ${limit}`.execute(db);
  return rows;
}
