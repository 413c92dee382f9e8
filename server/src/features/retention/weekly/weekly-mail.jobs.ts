import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { readOrganizationFigures } from '#features/analytics/index.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, type JobCtx } from '#platform/jobs/define.ts';
import { hasAnsweredSql } from '#platform/mail/answers.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { organizationZone, readMembersAtRisk } from '../retention.read.ts';
import { readWeeklyHints } from './weekly-hints.ts';
import { weeklyMail } from './weekly-mail.ts';

/** Monday morning, by the organization's own clock. After noon it would no longer be news. */
const FROM = '07:00';
const UNTIL = '12:00';
const NAMED = 3;

type Due = { organizationId: string; userId: string; email: string; firstName: string; zone: string };

/** Owners whose Monday morning it is, at gyms where something happened, who don't have this week's mail yet. */
const dueOwners = (now: Date) => sql<Due>`
  select * from (
    select o.id as "organizationId", u.id as "userId", u.email, u.first_name as "firstName",
      ${sql.raw(organizationZone('o.id'))} as zone
    from organizations o join users u on u.organization_id = o.id
    where o.is_active and not o.is_demo and u.role = 'org_admin' and u.is_active and ${sql.raw(hasAnsweredSql('u'))}
      and not exists (select from notification_settings n where n.user_id = u.id and not n.weekly_mail)
  ) owner
  where extract(isodow from ${now}::timestamptz at time zone zone) = 1
    and (${now}::timestamptz at time zone zone)::time between ${FROM}::time and ${UNTIL}::time
    and not exists (select from weekly_mails w where w.organization_id = owner."organizationId"
      and w.user_id = owner."userId" and w.week = (${now}::timestamptz at time zone zone)::date)
    and exists (select from sessions s where s.organization_id = owner."organizationId" and s.status = 'active'
      and s.starts_at between ${now}::timestamptz - interval '14 days' and ${now}::timestamptz)
  order by "organizationId", "userId"`;

export async function sendDueWeeklyMails({
  db,
  inside,
  config,
  now,
  log,
}: Pick<JobCtx, 'db' | 'inside' | 'config' | 'now' | 'log'>) {
  const { rows } = await dueOwners(now).execute(db);
  for (const due of rows)
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
async function sendTo(tx: Db, { due, now, publicUrl }: { due: Due; now: Date; publicUrl: string }): Promise<void> {
  const { organizationId, userId, zone } = due;
  const monday = dayAt(now, zone);
  const taken = await tx
    .insertInto('weekly_mails')
    .values({ organization_id: organizationId, user_id: userId, week: monday })
    .onConflict((conflict) => conflict.doNothing())
    .returning('week')
    .executeTakeFirst();
  if (!taken) return;
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
    atRisk: risks.results.map(({ person, reason }) => ({
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
