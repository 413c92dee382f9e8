import { sql } from 'kysely';
import { forgetAvatar } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { forgetInEvents } from '#platform/events/forget.ts';
import { tell } from '#platform/events/tell.ts';

type Person = { userId: string; organizationId: string | null };

/**
 * Deletes an account with its names, addresses and words. Foreign keys delete most of it, and the trigger on users hands
 * over sessions and clears their words. This does the rest: copies in rows that belong to others.
 */
export async function forgetPerson(tx: Db, person: Person): Promise<void> {
  if (person.organizationId) await forgetInOrganization(tx, { ...person, organizationId: person.organizationId });
  const { email, avatar_key } = await tx
    .deleteFrom('users')
    .where('id', '=', person.userId)
    .returning(['email', 'avatar_key'])
    .executeTakeFirstOrThrow();
  await sql`update audit_log set target_name = null, edits = null where target_id = ${person.userId}
    and organization_id is not distinct from ${person.organizationId}::uuid
    and (target_name is not null or edits is not null)`.execute(tx);
  if (avatar_key) await forgetAvatar(tx, avatar_key);
  await forgetAddress(tx, person.userId, email);
  await forgetInMails(tx, person.userId);
}

type Member = { userId: string; organizationId: string };

async function forgetInOrganization(tx: Db, { userId, organizationId }: Member): Promise<void> {
  // Notifications keep their text and count the person as a former member, except for readers across a block: what is
  // hidden from them must not come back. A reason was typed by the person.
  await sql`with gone as (
      delete from notification_actors where organization_id = ${organizationId} and user_id = ${userId}
      returning notification_id
    )
    update notifications n set former_actors = n.former_actors + 1,
      data = case when n.kind = 'session_cancelled' then n.data - 'reason' else n.data end
    from gone where n.organization_id = ${organizationId} and n.id = gone.notification_id
      and not exists (select from blocks b where b.organization_id = ${organizationId}
        and (b.blocker_id = n.user_id and b.blocked_id = ${userId} or b.blocker_id = ${userId} and b.blocked_id = n.user_id))`.execute(
    tx,
  );
  // Sessions that nobody else is in go with their host; notifications about them stay.
  await sql`update notifications n set session_id = null, data = n.data || session_keepsake(s.organization_id, s.id)
    from sessions s
    where s.organization_id = ${organizationId} and s.creator_id = ${userId}
      and not exists (select from session_participants p
        where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id <> ${userId})
      and n.organization_id = s.organization_id and n.session_id = s.id and n.user_id <> ${userId}`.execute(tx);
  await sql`update conversations set name = 'Group chat'
    where organization_id = ${organizationId} and name_by = ${userId} and kind = 'group'`.execute(tx);
  await sql`update conversations set picture_key = null
    where organization_id = ${organizationId} and picture_by = ${userId}`.execute(tx);
  await sql`update messages set details = details - array['actor_id', 'name']
    where organization_id = ${organizationId} and kind = 'system' and details ->> 'actor_id' = ${userId}`.execute(tx);
  await sql`update messages set details = jsonb_set(details, '{user_ids}', (details -> 'user_ids') - ${userId}::text)
    where organization_id = ${organizationId} and kind = 'system' and details -> 'user_ids' ? ${userId}::text`.execute(
    tx,
  );
  // Without its author nobody answers for it.
  await sql`update announcements set status = 'cancelled'
    where organization_id = ${organizationId} and author_id = ${userId} and status = 'scheduled'`.execute(tx);
  // A reporter takes their words along; the lines of others around a reported message lose the person's.
  await sql`update reports set note = '' where organization_id = ${organizationId} and reporter_id = ${userId}`.execute(
    tx,
  );
  await sql`update reports set snapshot = jsonb_set(snapshot, '{context}', coalesce((
      select jsonb_agg(line) from jsonb_array_elements(snapshot -> 'context') line where line ->> 'sender_id' <> ${userId}::text), '[]'))
    where organization_id = ${organizationId}
      and snapshot -> 'context' @> jsonb_build_array(jsonb_build_object('sender_id', ${userId}::text))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id from sessions where organization_id = ${organizationId}
      and ${userId} in (title_by, description_by, cancel_reason_by)`.execute(tx);
  tell(tx, await forgetInEvents(tx, { scope: organizationId, userId, sessionIds: rows.map(({ id }) => id) }));
}

/** Data stored under a mail address or an id without a foreign key. */
async function forgetAddress(tx: Db, userId: string, email: string): Promise<void> {
  await sql`delete from idempotency_keys where actor = ${userId} or actor like ${`${userId}:%`}`.execute(tx);
  await sql`delete from rate_limits where position(${userId} in bucket) > 0
    or position(lower(${email}) in lower(bucket)) > 0`.execute(tx);
  await sql`delete from mails where lower(to_address) = lower(${email})`.execute(tx);
  await sql`update invite_codes set mailed_to = null where lower(mailed_to) = lower(${email})`.execute(tx);
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where lower(payload ->> 'email') = lower(${email})))`.execute(tx);
  // A nomination is the user's own text, and the operator's mail quotes all of it.
  await sql`with gone as (delete from nominations where lower(nominator_email) = lower(${email}) returning id)
    delete from mails m using gone where m.dedupe_key like 'nomination:' || gone.id || ':%'`.execute(tx);
}

/** An unsent mail to another member is dropped; of a sent one only the fact is kept. */
async function forgetInMails(tx: Db, userId: string): Promise<void> {
  await sql`delete from mails where about_ids @> array[${userId}::uuid] and sent_at is null`.execute(tx);
  await sql`update mails set subject = 'About a former member', text = '', html = '', dedupe_key = null,
      about_ids = array_remove(about_ids, ${userId}::uuid)
    where about_ids @> array[${userId}::uuid]`.execute(tx);
}
