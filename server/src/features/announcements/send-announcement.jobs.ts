import { sql } from 'kysely';
import { z } from 'zod';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { managesGym } from '#platform/logins/gym-access.ts';
import { nextRecipients } from './announcements.read.ts';

/** Few enough members in one transaction that nobody waits for it. */
const BATCH = 500;

type Announced = { organizationId: string; id: string };

/**
 * Tells the members in batches. Each batch notes how far it came in its own transaction, so that a run that was cut short
 * goes on behind the last member it told.
 */
export const sendAnnouncement = defineJob({
  name: 'send_announcement',
  payload: z.object({ organization_id: z.uuid(), id: z.uuid() }),
  run: ({ inside }, { organization_id: organizationId, id }) => tellAll(inside, { organizationId, id }),
});

/** Sends what was scheduled, and what a server that died left behind. */
export const sendDueAnnouncements = defineJob({
  name: 'send_due_announcements',
  payload: z.object({}),
  async run({ db, inside }) {
    const { rows } = await sql<Announced>`select organization_id as "organizationId", id from announcements
      where status in ('scheduled', 'sending') and send_at <= now() order by send_at`.execute(db);
    for (const announced of rows) await tellAll(inside, announced);
  },
});

export const sendDueAnnouncementsTimetable = { job: sendDueAnnouncements, match: '* * * * *' };

async function tellAll(inside: JobCtx['inside'], announced: Announced): Promise<void> {
  const tenant = inside({ organizationId: announced.organizationId });
  while (!(await inTransaction(tenant, (tx) => tellBatch(tx, announced))));
}

/** Cancels what is due if its author may no longer send it; Spotter support has no author. */
async function cancelWithoutRight(tx: Db, { organizationId, id }: Announced): Promise<void> {
  await sql`update announcements a set status = 'cancelled'
    where a.organization_id = ${organizationId} and a.id = ${id} and a.status = 'scheduled' and a.send_at <= now()
      and a.author_id is not null and not exists (select from users u
        where u.organization_id = a.organization_id and u.id = a.author_id and u.is_active
          and case when a.gym_id is null then u.role = 'org_admin' else ${sql.raw(managesGym('u', 'a.gym_id'))} end)`.execute(
    tx,
  );
}

/** True when nobody is left to tell. */
async function tellBatch(tx: Db, { organizationId, id }: Announced): Promise<boolean> {
  await cancelWithoutRight(tx, { organizationId, id });
  const announcement = await tx
    .updateTable('announcements')
    .set({ status: 'sending' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['scheduled', 'sending'])
    .where('send_at', '<=', sql<Date>`now()`)
    .returning(['author_id', 'gym_id', 'told_until'])
    .executeTakeFirst();
  // Cancelled, put off, or sent by an earlier run.
  if (!announcement) return true;
  const { author_id: authorId, gym_id: gymId, told_until: after } = announcement;
  const members = await nextRecipients(tx, { organizationId, authorId, gymId, after, limit: BATCH });
  const to = members.map((member) => member.id);
  tell(tx, notification({ organizationId, kind: 'announcement', to, announcementId: id }));
  const isDone = to.length < BATCH;
  await tx
    .updateTable('announcements')
    .set((eb) => ({
      recipients: eb('recipients', '+', to.length),
      // Afterwards nobody's id stays behind.
      ...(isDone ? { status: 'sent', sent_at: sql`now()`, told_until: null } : { told_until: to.at(-1) ?? after }),
    }))
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
  return isDone;
}
