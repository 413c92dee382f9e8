import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';

/** The welcome email with the setup code, for an account that an admin or a registration created. */
/** Where a setup code is entered. */
export const setupUrlOf = (origin: string, email: string) =>
  `${origin}/login?setup=true&email=${encodeURIComponent(email)}`;

export const welcomeMail = ({
  brand,
  firstName,
  setupCode,
  setupUrl,
}: Person & { setupCode: string; setupUrl: string }): MailDraft =>
  draft('welcome', `Welcome to ${brand.name}`, {
    brand,
    title: `Welcome to ${brand.name}`,
    paragraphs: [
      greeting(firstName),
      'Your account is ready. Sign in with your email and this setup code, then choose your own password.',
    ],
    code: setupCode,
    action: { label: 'Complete account setup', url: setupUrl },
    footnote: 'The setup code works once, within 14 days.',
  });
