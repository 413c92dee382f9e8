import { draft, greeting, type MailDraft, type Person } from './draft.ts';

/** What the list of notifications says, for whoever wishes to have it by mail as well. */
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
    footnote: 'You asked to be told this by email. You can change that in your profile, under notifications.',
  });
