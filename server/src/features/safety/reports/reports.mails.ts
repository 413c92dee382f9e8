import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';

/** Tells a member that their account is paused, until a day in words. Says nothing about who reported what. */
export const suspensionMail = ({ brand, firstName, until }: Person & { until: string | null }): MailDraft =>
  draft('suspension', `Your ${brand.name} account is paused`, {
    brand,
    title: 'Your account is paused',
    paragraphs: [
      greeting(firstName),
      `The team at ${brand.name} has paused your account after a report about something on it.`,
      until ? `You can sign in again on ${until}.` : "You can't sign in until the team opens it again.",
      'If you think this is a mistake, talk to the front desk. Your data is kept.',
    ],
  });
