import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { z } from 'zod';
import { readOrganizationFigures } from '#features/analytics/index.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { readMembersAtRisk } from '../retention.read.ts';
import { weeklyMail } from './weekly.mails.ts';
import { readWeeklyHints } from './weekly-hints.repo.ts';
import * as repo from './weekly-mail.repo.ts';

/** Monday morning, by the organization's own clock. After noon it would no longer be news. */
const FROM = '07:00';
const UNTIL = '12:00';
/** Half of them are slipping, half have gone quiet. */
const NAMED = 4;

export async function sendDueWeeklyMails({
  db,
  inside,
  config,
  now,
  log,
}: Pick<JobCtx, 'db' | 'inside' | 'config' | 'now' | 'log'>) {
  for (const due of await repo.findDueOwners(db, { now, from: FROM, until: UNTIL }))
    await inTransaction(inside(due), (tx) => sendTo(tx, { due, now, publicUrl: config.PUBLIC_URL })).catch((err) =>
      log.warn({ err, user_id: due.userId }, 'a weekly mail was not sent this time'),
    );
}

export const sendWeeklyMails = defineJob({
  name: 'send_weekly_mails',
  payload: z.object({}),
  run: sendDueWeeklyMails,
});

export const sendWeeklyMailsTimetable = { job: sendWeeklyMails, match: '*/10 * * * *' };

/** The transaction that queues the mail also records the week, so that a restart doesn't send it again. */
async function sendTo(
  tx: Db,
  { due, now, publicUrl }: { due: repo.DueOwner; now: Date; publicUrl: string },
): Promise<void> {
  const { organizationId, userId, zone } = due;
  const monday = dayAt(now, zone);
  if (!(await repo.recordMail(tx, { organizationId, userId, week: monday }))) return;
  const read = readsOf(tx);
  const [figures, hints, risks, brand] = await Promise.all([
    readOrganizationFigures(read, { organizationId, from: addDays(monday, -7), to: addDays(monday, -1) }),
    readWeeklyHints(read, { organizationId, monday, zone }),
    readMembersAtRisk(read, {
      organizationId,
      userId,
      gymIds: null,
      gymId: null,
      mayAct: true,
      limit: NAMED,
      offset: 0,
    }),
    mailBrandOf(tx, organizationId, publicUrl),
  ]);
  const pageUrl = `${publicUrl}/admin/organizations/${organizationId}/members-at-risk`;
  const mail = weeklyMail({
    ...{ brand, firstName: due.firstName, figures, hints, outcome: risks.outcome, pageUrl },
    atRisk: risks.results.map(({ person, list, reason }) => ({
      list,
      name: withoutLinks(`${person.first_name} ${person.last_name}`.trim()),
      reason,
      url: `${pageUrl}?member=${person.id}`,
    })),
  });
  await queueMail(tx, {
    ...{ ...mail, to: due.email, organizationId },
    aboutIds: risks.results.map(({ person }) => person.id),
  });
}
