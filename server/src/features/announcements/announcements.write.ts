import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, statement } from '#platform/db/statement.ts';
import { managesGym } from '#platform/logins/gym-access.ts';

export type AnnouncementKey = { organizationId: string; id: string };

export async function insertAnnouncement(tx: Db, row: InsertObject<DB, 'announcements'>): Promise<void> {
  await tx.insertInto('announcements').values(row).execute();
}

export const lockAnnouncement = (tx: Db, { organizationId, id }: AnnouncementKey) =>
  tx
    .selectFrom('announcements')
    .select(['gym_id', 'status', 'version', 'title', 'body'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

type Changes = {
  title?: string | undefined;
  body?: string | undefined;
  /** Null is every location. */
  gym_id?: string | null | undefined;
  /** Null is at once, which takes it out of the timetable. */
  send_at?: string | null | undefined;
};

const changeStatement = statement('change-announcement', {
  organizationId: 'uuid',
  id: 'uuid',
  title: 'text?',
  body: 'text?',
  changesGym: 'boolean',
  gymId: 'uuid?',
  sendsNow: 'boolean',
  sendAt: 'timestamptz?',
})(
  `update announcements set version = version + 1, title = coalesce($title, title), body = coalesce($body, body),
    gym_id = case when $changesGym then $gymId else gym_id end,
    send_at = case when $sendsNow then now() else coalesce($sendAt, send_at) end,
    status = case when $sendsNow then 'sending' else status end
  where organization_id = $organizationId and id = $id`,
);

/** What isn't given stays. */
export async function changeAnnouncement(tx: Db, key: AnnouncementKey, changes: Changes): Promise<void> {
  const { title, body, gym_id: gymId, send_at: sendAt } = changes;
  await run(tx, changeStatement, {
    ...key,
    title: title ?? null,
    body: body ?? null,
    changesGym: gymId !== undefined,
    gymId: gymId ?? null,
    sendsNow: sendAt === null,
    sendAt: sendAt ?? null,
  });
}

export async function markCancelled(tx: Db, { organizationId, id }: AnnouncementKey): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ status: 'cancelled' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Neither switched off nor deleted. Alias: a the announcement. */
const isOpen = '(select o.is_active from organizations o where o.id = a.organization_id)';

const cancelStatement = statement('cancel-without-right', { organizationId: 'uuid', id: 'uuid' })(
  `update announcements a set status = 'cancelled'
  where a.organization_id = $organizationId and a.id = $id and a.status = 'scheduled' and a.send_at <= now()
    and (not ${isOpen}
      or a.author_id is not null and not exists (select from users u
        where u.organization_id = a.organization_id and u.id = a.author_id and u.is_active
          and case when a.gym_id is null then u.role = 'org_admin' else ${managesGym('u', 'a.gym_id')} end))`,
);

/**
 * Cancels what is due if its author may no longer send it, or if its organization is switched off or deleted: weeks later
 * it would no longer be true. Spotter support has no author.
 */
export async function cancelWithoutRight(tx: Db, key: AnnouncementKey): Promise<void> {
  await run(tx, cancelStatement, key);
}

type Sending = { author_id: string | null; gym_id: string | null; told_until: string | null };

const beginStatement = statement('begin-announcement', { organizationId: 'uuid', id: 'uuid' })<Sending>(
  `update announcements a set status = 'sending'
  where a.organization_id = $organizationId and a.id = $id and a.status in ('scheduled', 'sending') and a.send_at <= now()
    and ${isOpen}
  returning a.author_id, a.gym_id, a.told_until`,
);

/** Undefined if it was cancelled, put off, or sent by an earlier run, or while its organization is switched off. */
export async function beginSending(tx: Db, key: AnnouncementKey): Promise<Sending | undefined> {
  const [sending] = await run(tx, beginStatement, key);
  return sending;
}

const toldStatement = statement('note-told-members', {
  organizationId: 'uuid',
  id: 'uuid',
  told: 'int',
  until: 'uuid?',
})(
  `update announcements set recipients = recipients + $told, told_until = $until
  where organization_id = $organizationId and id = $id`,
);

/** How many more were told, and the last of them. */
export async function noteTold(
  tx: Db,
  key: AnnouncementKey,
  progress: { told: number; until: string | null },
): Promise<void> {
  await run(tx, toldStatement, { ...key, ...progress });
}

const sentStatement = statement('note-sent-announcement', { organizationId: 'uuid', id: 'uuid', told: 'int' })(
  `update announcements set recipients = recipients + $told, status = 'sent', sent_at = now(), told_until = null
  where organization_id = $organizationId and id = $id`,
);

/** Everyone was told. Afterwards nobody's id stays behind. */
export async function noteSent(tx: Db, key: AnnouncementKey, told: number): Promise<void> {
  await run(tx, sentStatement, { ...key, told });
}

const dueStatement = statement(
  'due-announcements',
  {},
)<AnnouncementKey>(
  `select a.organization_id as "organizationId", a.id from announcements a
  where a.send_at <= now() and (a.status = 'scheduled' or a.status = 'sending' and ${isOpen}) order by a.send_at`,
);

/** What was going out when its organization was switched off goes on when that is back. */
export const readDue = (db: Db): Promise<AnnouncementKey[]> => run(db, dueStatement, {});

/** No transaction takes this long, so nobody's reading is committed later with an earlier time. */
const SETTLED = '10 minutes';

const countReadersStatement = statement(
  'count-announcement-readers',
  {},
)(
  `with counted as (
    select a.organization_id, a.id, settled.until, (select count(*) from notifications n
      where n.organization_id = a.organization_id and n.announcement_id = a.id
        and n.read_at > a.reads_until and n.read_at <= settled.until) as more
    from announcements a, (select now() - interval '${SETTLED}' as until) settled where a.reads_until < settled.until)
  update announcements a set reads = a.reads + counted.more, reads_until = counted.until from counted
  where a.organization_id = counted.organization_id and a.id = counted.id and counted.more > 0`,
);

/** Adds the readers whose time is settled. */
export async function countSettledReaders(db: Db): Promise<void> {
  await run(db, countReadersStatement, {});
}
