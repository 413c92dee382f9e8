import { sql } from 'kysely';
import { z } from 'zod';
import { mailBrandOf } from '#features/organizations/index.ts';
import { prepareSetupCode, welcomeMail } from '#features/registration/index.ts';
import { isSetUp } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { queueMail } from '#platform/mail/queue.ts';

/** Mail servers take a steady stream for a gym and a flood for spam; hashing the codes takes its time too. */
const A_MINUTE = 60;

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
    const waiting = await nextOf(db, organizationId);
    // Hashed before the transaction, which would hold its locks for seconds.
    const codes = await Promise.all(waiting.map(() => prepareSetupCode(now)));
    await inTransaction(db, async (tx) => {
      const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
      for (const [index, { id, email, first_name: firstName }] of waiting.entries()) {
        const { code, hash } = codes[index]!;
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
      if (waiting.length === A_MINUTE)
        await enqueue(
          tx,
          sendSetupInvitations,
          { organization_id: organizationId },
          { key: keyOf(organizationId), runAt: new Date(now.getTime() + 60_000) },
        );
    });
  },
});

async function nextOf(db: Db, organizationId: string): Promise<Invited[]> {
  const { rows } = await sql<Invited>`select u.id, u.email, u.first_name from setup_invitations i
    join users u on u.organization_id = i.organization_id and u.id = i.user_id
    where i.organization_id = ${organizationId} order by i.created_at, i.user_id limit ${A_MINUTE}`.execute(db);
  return rows;
}
