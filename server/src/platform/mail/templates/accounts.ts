import { draft, greeting, type MailDraft, type Person } from './draft.ts';

const notYou = 'If this was not you, you can ignore this email: nothing happens without the code.';

/** The six digits that prove an address, after signing up. */
export const verificationCodeMail = ({ brand, firstName, code }: Person & { code: string }): MailDraft =>
  draft('verification_code', `${code} is your ${brand.name} code`, {
    brand,
    title: 'Confirm your email',
    paragraphs: [greeting(firstName), 'Enter this code to confirm your email address. It is good for 15 minutes.'],
    code,
    footnote: notYou,
  });

/** The same after asking again: the codes before no longer work. */
export const newVerificationCodeMail = ({ brand, firstName, code }: Person & { code: string }): MailDraft =>
  draft('verification_code', `${code} is your new ${brand.name} code`, {
    brand,
    title: 'Your new code',
    paragraphs: [
      greeting(firstName),
      'Here is the new code you asked for. It is good for 15 minutes and replaces every code before it.',
    ],
    code,
    footnote: notYou,
  });

export const passwordResetMail = ({
  brand,
  firstName,
  url,
  validFor,
}: Person & { url: string; validFor: string }): MailDraft =>
  draft('password_reset', `Reset your ${brand.name} password`, {
    brand,
    title: 'Choose a new password',
    paragraphs: [
      greeting(firstName),
      `Someone asked to reset the password of this account. The link works once, and for ${validFor}.`,
    ],
    action: { label: 'Choose a new password', url },
    footnote: 'If this was not you, you can ignore this email: your password stays as it is.',
  });

export const passwordChangedMail = ({ brand, firstName, resetUrl }: Person & { resetUrl: string }): MailDraft =>
  draft('password_changed', `Your ${brand.name} password was changed`, {
    brand,
    title: 'Your password was changed',
    paragraphs: [
      greeting(firstName),
      'The password of your account has just been changed, and every other device was signed out.',
      'If this was you, there is nothing to do. If it was not, set a new password now.',
    ],
    action: { label: 'This was not me', url: resetUrl },
  });

/** The first mail of someone whose account was made for them: the setup code is their way in. */
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
      'Your account is ready. Sign in with your email and this setup code, then choose a password of your own.',
    ],
    code: setupCode,
    action: { label: 'Complete account setup', url: setupUrl },
    footnote: 'The setup code is good for 14 days and works once.',
  });
