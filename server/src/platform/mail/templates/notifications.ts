import { draft, greeting, type MailDraft, type Person } from './draft.ts';

/** A notification as an email, for members who turned that channel on. */
export const notificationMail = ({
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
