import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { sql } from 'kysely';
import { mailBrandOf } from '#features/organizations/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf, send, statement } from '#platform/db/statement.ts';
import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { unreadByIdStatement } from '../notifications.read.ts';
import { clockFor, wordsFor } from '../notifications.words.ts';

type Words = { title: string; body: string; url: string; whole?: string | undefined };

const footnote =
  'You turned on email for these notifications. Change it any time in your profile, under Notifications.';

/** One notification, which can't wait for the daily mail or is the only one in it. */
const notificationMail = ({ brand, firstName, title, body, whole, url }: Person & Words): MailDraft =>
  draft('notification', title, {
    brand,
    title,
    paragraphs: [greeting(firstName), ...(whole ?? body).split(/\n+/).filter(Boolean)],
    action: { label: `Open ${brand.name}`, url },
    footnote,
  });

/** The daily mail, newest first. */
const digestMail = ({ brand, firstName, items, url }: Person & { items: Words[]; url: string }): MailDraft => {
  const shown = items.slice(0, MOST_IN_A_MAIL);
  const more = items.length - shown.length;
  return draft('digest', `${items.length} updates from ${brand.name}`, {
    brand,
    title: `${items.length} updates from ${brand.name}`,
    paragraphs: [
      greeting(firstName),
      ...shown.map(({ title, body }) => (body ? `${title}: ${body}` : title)),
      ...(more > 0 ? [`And ${more} more`] : []),
    ],
    action: { label: 'See all notifications', url },
    footnote,
  });
};

const MOST_IN_A_MAIL = 30;

type Member = { organizationId: string; userId: string };
type About = { email: string; first_name: string; language: string | null; about_ids: string[] };

/** Queues one mail about these notifications, in the transaction that records them as sent. */
export async function mailNotifications(
  tx: Db,
  config: Config,
  { organizationId, userId }: Member,
  batch: readonly { id: string }[],
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const [found] = await readsOf(tx)(unreadByIdStatement, { organizationId, userId, ids });
  const { rows } = await sql<About>`
    select u.email, u.first_name,
      (select l.language from logins l where l.user_id = u.id and l.language is not null
        order by l.last_used_at desc limit 1) as language,
      array(select a.user_id from notification_actors a
          where a.organization_id = ${organizationId} and a.notification_id = any(${ids}::uuid[])
        union select unnest(array[s.title_by, s.cancel_reason_by]) from notifications n
          join sessions s on s.organization_id = n.organization_id and s.id = n.session_id
          where n.organization_id = ${organizationId} and n.id = any(${ids}::uuid[])
        union select c.name_by from notifications n
          join conversations c on c.organization_id = n.organization_id and c.id = n.conversation_id
          where n.organization_id = ${organizationId} and n.id = any(${ids}::uuid[])
        except select null) as about_ids
    from users u where u.id = ${userId}`.execute(tx);
  const { email, first_name: firstName, language, about_ids } = rows[0]!;
  const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
  const clock = clockFor(language);
  const items = found!.results.map((row): Words => {
    // Texts of members stay in the app, and of their titles and names no link goes out. The gym's own words keep theirs.
    const words = wordsFor({ ...row, snippet: null, proposal: null }, clock);
    const url = `${config.PUBLIC_URL}${words.url ?? '/app'}`;
    if (row.announcement) return { ...words, whole: row.announcement.body, url };
    return { title: withoutLinks(words.title), body: withoutLinks(words.body), url };
  });
  const [only] = items;
  if (!only) return;
  const mail =
    items.length === 1
      ? notificationMail({ brand, firstName, ...only })
      : digestMail({ brand, firstName, items, url: `${config.PUBLIC_URL}/app?open=notifications` });
  await queueMail(tx, { ...mail, to: email, organizationId, aboutIds: about_ids });
}

const dropStatement = statement('drop-mails-between', { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' })(
  `delete from mails where id in (
    select m.id from mails m join users u on lower(u.email) = lower(m.to_address) and u.id in ($userId, $otherId)
    where m.organization_id = $organizationId and m.kind in ('notification', 'digest') and m.sent_at is null
      and m.about_ids && array[$userId, $otherId] and m.about_ids <> '{}'
      and m.about_ids @> array[case when u.id = $userId then $otherId else $userId end]
    for update of m skip locked)`,
);

/** After a block: drops mails to one of the two that name the other and still wait for the mail server. */
export const dropMailsBetween = (tx: Db, pair: { organizationId: string; userId: string; otherId: string }): void =>
  send(tx, dropStatement, pair);
