import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';

const day = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

/** Tells a member that their account is paused. Says nothing about who reported what. */
export const suspensionMail = ({ brand, firstName, until }: Person & { until: Date | null }): MailDraft =>
  draft('suspension', `Your ${brand.name} account is paused`, {
    brand,
    title: 'Your account is paused',
    paragraphs: [
      greeting(firstName),
      `The team at ${brand.name} has paused your account after a report about something on it.`,
      until
        ? `It opens again by itself on ${day.format(until)}. Until then you can't sign in.`
        : "Until the team opens it again, you can't sign in.",
      'If you think this is a mistake, talk to the front desk. Your data is kept.',
    ],
  });
