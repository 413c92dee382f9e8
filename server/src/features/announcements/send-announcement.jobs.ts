import { z } from 'zod';
import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction, tell } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { nextRecipients } from './announcements.read.ts';
import {
  type AnnouncementKey,
  beginSending,
  cancelWithoutRight,
  noteSent,
  noteTold,
  readDue,
} from './announcements.write.ts';

/** Few enough members in one transaction that nobody waits for it. */
const BATCH = 500;

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
  async run({ db, inside, log }) {
    for (const announced of await readDue(db))
      await tellAll(inside, announced).catch((err) =>
        log.error({ err, announcement_id: announced.id }, 'an announcement was not sent this time'),
      );
  },
});

export const sendDueAnnouncementsTimetable = { job: sendDueAnnouncements, match: '* * * * *' };

async function tellAll(inside: JobCtx['inside'], announced: AnnouncementKey): Promise<void> {
  const tenant = inside({ organizationId: announced.organizationId });
  while (!(await inTransaction(tenant, (tx) => tellBatch(tx, announced))));
}

/** True when nobody is left to tell. */
async function tellBatch(tx: Db, { organizationId, id }: AnnouncementKey): Promise<boolean> {
  await cancelWithoutRight(tx, { organizationId, id });
  const announcement = await beginSending(tx, { organizationId, id });
  // Cancelled, put off, or sent by an earlier run.
  if (!announcement) return true;
  const { author_id: authorId, gym_id: gymId, told_until: after } = announcement;
  const members = await nextRecipients(tx, { organizationId, authorId, gymId, after, limit: BATCH });
  const to = members.map((member) => member.id);
  tell(tx, notification({ organizationId, kind: 'announcement', to, announcementId: id }));
  const isDone = to.length < BATCH;
  if (isDone) await noteSent(tx, { organizationId, id }, to.length);
  else await noteTold(tx, { organizationId, id }, { told: to.length, until: to.at(-1) ?? after });
  return isDone;
}
