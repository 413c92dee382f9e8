import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { hasProvenAddressSql } from '#platform/logins/proven-address.ts';
import { organizationZone } from '../retention.read.ts';

export type DueOwner = { organizationId: string; userId: string; email: string; firstName: string; zone: string };

const dueStatement = statement('due-weekly-mails', { now: 'timestamptz', from: 'text', until: 'text' })<DueOwner>(
  `select * from (
    select o.id as "organizationId", u.id as "userId", u.email, u.first_name as "firstName",
      ${organizationZone('o.id')} as zone
    from organizations o join users u on u.organization_id = o.id
    where o.is_active and not o.is_demo and u.role = 'org_admin' and u.is_active and ${hasProvenAddressSql('u')}
      and not exists (select from notification_settings n where n.user_id = u.id and not n.weekly_mail)
  ) owner
  where extract(isodow from $now at time zone zone) = 1
    and ($now at time zone zone)::time between $from::time and $until::time
    and not exists (select from weekly_mails w where w.organization_id = owner."organizationId"
      and w.user_id = owner."userId" and w.week = ($now at time zone zone)::date)
    and exists (select from sessions s where s.organization_id = owner."organizationId" and s.status = 'active'
      and s.starts_at between $now - interval '14 days' and $now)
  order by "organizationId", "userId"`,
);

/** Owners whose Monday morning it is, at gyms where something happened, who don't have this week's mail yet. */
export const findDueOwners = (db: Db, morning: { now: Date; from: string; until: string }): Promise<DueOwner[]> =>
  run(db, dueStatement, morning);

/** Returns false when the owner has this week's mail already. */
export async function recordMail(
  tx: Db,
  { organizationId, userId, week }: { organizationId: string; userId: string; week: string },
): Promise<boolean> {
  const recorded = await tx
    .insertInto('weekly_mails')
    .values({ organization_id: organizationId, user_id: userId, week })
    .onConflict((conflict) => conflict.doNothing())
    .returning('week')
    .executeTakeFirst();
  return recorded !== undefined;
}
