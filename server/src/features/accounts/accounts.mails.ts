import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';

/** The setup code after staff reset a password. */
export const passwordResetByStaffMail = ({
  brand,
  firstName,
  setupCode,
  setupUrl,
}: Person & { setupCode: string; setupUrl: string }): MailDraft =>
  draft('password_reset_by_staff', `Your ${brand.name} password was reset`, {
    brand,
    title: 'Choose a new password',
    paragraphs: [
      greeting(firstName),
      `The team at ${brand.name} reset your password and signed you out everywhere. Sign in with your email and this setup code, then choose your own password.`,
    ],
    code: setupCode,
    action: { label: 'Sign in', url: setupUrl },
    footnote: 'The setup code works once, within 14 days.',
  });

/** Staff chose a password for the member; it is told in person, never by mail. */
export const passwordSetByStaffMail = ({ brand, firstName, resetUrl }: Person & { resetUrl: string }): MailDraft =>
  draft('password_set_by_staff', `Your ${brand.name} password was changed`, {
    brand,
    title: 'Your password was changed',
    paragraphs: [
      greeting(firstName),
      `The team at ${brand.name} set a new password for your account and signed you out everywhere. You choose your own when you sign in.`,
      "If you didn't ask for this, set a new password now.",
    ],
    action: { label: 'Set a new password', url: resetUrl },
  });
