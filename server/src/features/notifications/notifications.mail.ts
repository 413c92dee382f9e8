import { notificationKinds } from '@spotter/contract/notifications/notification-kinds.ts';
import type { Notification } from '@spotter/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { mailBrandOf } from '#features/organizations/index.ts';
import { personJsonSql } from '#features/users/index.ts';
import { defineJob } from '#platform/jobs/define.ts';
import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { clockFor, wordsFor } from './notifications.words.ts';

/** A notification as an email, for members who turned that channel on. */
const notificationMail = ({
  brand,
  firstName,
  title,
  body,
  url,
}: Person & { title: string; body: string; url: string }): MailDraft =>
  draft('notification', title, {
    brand,
    title,
    paragraphs: [greeting(firstName), ...(body ? [body] : [])],
    action: { label: `Open ${brand.name}`, url },
    footnote: 'You turned on email for this notification. Change it any time in your profile, under Notifications.',
  });

const id = z.uuid();

/** The same text by mail. The key holds the occasion, so a second run creates no second mail. */
export const mailNotification = defineJob({
  name: 'mail_notification',
  payload: z.object({
    organization_id: id,
    occasion: id,
    kind: z.enum(notificationKinds),
    user_ids: z.array(id),
    actor_id: id.nullable(),
    former: z.boolean().default(false),
    session_id: id.nullable(),
    conversation_id: id.nullable(),
    data: z.record(z.string(), z.unknown()),
  }),
  async run({ inside, config }, told) {
    const db = inside({ organizationId: told.organization_id });
    const { organization_id: organizationId, kind, actor_id, session_id, conversation_id, data } = told;
    const brand = await mailBrandOf(db, organizationId, config.PUBLIC_URL);
    const { rows } = await sql<{
      email: string;
      first_name: string;
      actor: Notification['actor'];
      title: string | null;
      about_ids: string[];
      language: string | null;
    }>`
      select u.email, u.first_name, s.title,
        (select l.language from logins l where l.user_id = u.id and l.language is not null
          order by l.last_used_at desc limit 1) as language,
        array_remove(array[a.id, s.title_by, s.cancel_reason_by], null) as about_ids, case when a.id is not null then ${sql.raw(personJsonSql('a'))} end as actor
      from users u
        left join users a on a.id = ${actor_id}::uuid
        left join sessions s on s.organization_id = ${organizationId} and s.id = ${session_id}::uuid
      where u.id = any(${told.user_ids}::uuid[]) and u.organization_id = ${organizationId} and u.is_active
        and (${kind} <> 'session_joined' or exists (select from session_participants p
          where p.organization_id = ${organizationId} and p.session_id = s.id and p.user_id = a.id
            and cardinality(p.guest_names) >= coalesce(${data.guests ?? null}::int, 0)))`.execute(db);
    for (const { email, first_name, actor, title, about_ids, language } of rows) {
      // The account may have been deleted since: its name and words are not written down again.
      const isGone = actor_id !== null && !actor;
      const { reason: _reason, ...others } = data;
      const notice = {
        kind,
        actor,
        actor_count: 1,
        former_actors: Number(told.former || isGone),
        session_id,
        conversation_id,
        session_title: title,
        announcement: null,
        // Texts of members stay in the app.
        snippet: null,
        proposal: null,
        data: isGone ? others : data,
      };
      const words = wordsFor(notice, clockFor(language));
      const url = `${config.PUBLIC_URL}${words.url ?? '/app'}`;
      const mail = notificationMail({ brand, firstName: first_name, title: words.title, body: words.body, url });
      await queueMail(db, {
        ...mail,
        to: email,
        organizationId,
        aboutIds: about_ids,
        dedupeKey: `${told.occasion}:${email}`,
      });
    }
  },
});
