import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { mailBrandOf } from '#features/organizations/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import { readUnreadById } from '../notifications.read.ts';
import { wordsFor } from '../notifications.words.ts';
import { readReceiver } from './notification-mails.repo.ts';

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
/** Queues one mail about these notifications, in the transaction that records them as sent. */
export async function mailNotifications(
  tx: Db,
  config: Config,
  { organizationId, userId }: Member,
  batch: readonly { id: string }[],
): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const unread = await readUnreadById(readsOf(tx), { organizationId, userId, ids });
  const receiver = await readReceiver(tx, { organizationId, userId, ids });
  const brand = await mailBrandOf(tx, organizationId, config.PUBLIC_URL);
  const { email, first_name: firstName, timezone: zone, about_ids } = receiver;
  const reader = { words: timeWordsFor(receiver.language), zone };
  const origin = linkOrigin(config, organizationId);
  const items = unread.map((row): Words => {
    // Texts of members stay in the app, and of their titles and names no link goes out. The gym's own words keep theirs.
    const words = wordsFor({ ...row, snippet: null, proposal: null }, reader);
    const url = `${origin}${words.url ?? '/app'}`;
    if (row.announcement) return { ...words, whole: row.announcement.body, url };
    return { title: withoutLinks(words.title), body: withoutLinks(words.body), url };
  });
  const [only] = items;
  if (!only) return;
  const mail =
    items.length === 1
      ? notificationMail({ brand, firstName, ...only })
      : digestMail({ brand, firstName, items, url: `${origin}/app?open=notifications` });
  await queueMail(tx, { ...mail, to: email, organizationId, aboutIds: about_ids });
}
