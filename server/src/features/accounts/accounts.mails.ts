import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';

type ByStaff = Person & { staffName: string };

const resetBy = ({ brand, staffName }: ByStaff) =>
  `${withoutLinks(staffName)} at ${brand.name} reset your password and signed you out everywhere.`;

/** The setup code after staff reset a password. */
export const passwordResetByStaffMail = ({
  setupCode,
  setupUrl,
  ...to
}: ByStaff & { setupCode: string; setupUrl: string }): MailDraft =>
  draft('password_reset_by_staff', `Your ${to.brand.name} password was reset`, {
    brand: to.brand,
    title: 'Choose a new password',
    paragraphs: [
      greeting(to.firstName),
      `${resetBy(to)} Sign in with your email and this setup code, then choose your own password.`,
    ],
    code: setupCode,
    action: { label: 'Sign in', url: setupUrl },
    footnote: 'The setup code works once, within 14 days.',
  });

/** Staff chose a password for the member; it is told in person, never by mail. */
export const passwordSetByStaffMail = ({
  isSetUp,
  resetUrl,
  ...to
}: ByStaff & { isSetUp: boolean; resetUrl: string }): MailDraft =>
  draft('password_set_by_staff', `Your ${to.brand.name} password was ${isSetUp ? 'reset' : 'set'}`, {
    brand: to.brand,
    title: `Your password was ${isSetUp ? 'reset' : 'set'}`,
    paragraphs: [
      greeting(to.firstName),
      isSetUp
        ? `${resetBy(to)} Only you can get back in: choose your own password with a link we send to this address.`
        : `${withoutLinks(to.staffName)} at ${to.brand.name} set a password for your account. Sign in with the one they give you, then choose your own.`,
      "If you didn't ask for this, choose a password now and talk to your gym.",
    ],
    action: { label: 'Choose a password', url: resetUrl },
  });
