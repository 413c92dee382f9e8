import { draft, greeting, type MailDraft, type Person } from '#platform/mail/draft.ts';
import type { MailBrand } from '#platform/mail/layout.ts';

const notYou = "If this wasn't you, ignore this email. Nothing happens without the code.";

/** A mail to an address that nobody has confirmed: it may be a stranger's, so the name that was typed stays out of it. */
type Code = { brand: MailBrand; code: string };

/** The 6-digit code that confirms an address after sign-up. */
export const verificationCodeMail = ({ brand, code }: Code): MailDraft =>
  draft('verification_code', `${code} is your sign-up code`, {
    brand,
    title: 'Confirm your email',
    paragraphs: ['Hello,', 'Enter this code to confirm your email address. It works for 15 minutes.'],
    code,
    footnote: notYou,
  });

/** The code after a resend; earlier codes stop working. */
export const newVerificationCodeMail = ({ brand, code }: Code): MailDraft =>
  draft('verification_code', `${code} is your new sign-up code`, {
    brand,
    title: 'Your new code',
    paragraphs: ['Hello,', "Here's the new code you asked for. It works for 15 minutes and replaces any earlier code."],
    code,
    footnote: notYou,
  });

type ResetLink = Person & { url: string; validFor: string };

export const passwordResetMail = ({ brand, firstName, url, validFor }: ResetLink): MailDraft =>
  draft('password_reset', `Reset your ${brand.name} password`, {
    brand,
    title: 'Choose a new password',
    paragraphs: [
      greeting(firstName),
      `Someone asked to reset the password for this account. The link works once, within ${validFor}.`,
    ],
    action: { label: 'Choose a new password', url },
    footnote: "If this wasn't you, ignore this email. Your password stays the same.",
  });

/** After a sign-in with a password that staff chose, which opens nothing by itself. */
export const ownPasswordMail = ({ brand, firstName, url, validFor }: ResetLink): MailDraft =>
  draft('own_password', `Choose your ${brand.name} password`, {
    brand,
    title: 'Choose your own password',
    paragraphs: [
      greeting(firstName),
      `Someone signed in with the password your gym set for you. Choose your own to get in. The link works once, within ${validFor}.`,
    ],
    action: { label: 'Choose my password', url },
    footnote: "If this wasn't you, ignore this email. No one can get in without the link.",
  });

export const passwordChangedMail = ({ brand, firstName, resetUrl }: Person & { resetUrl: string }): MailDraft =>
  draft('password_changed', `Your ${brand.name} password was changed`, {
    brand,
    title: 'Your password was changed',
    paragraphs: [
      greeting(firstName),
      'Your password was just changed, and your other devices were signed out.',
      "If that was you, there's nothing to do. If it wasn't, set a new password now.",
    ],
    action: { label: "This wasn't me", url: resetUrl },
  });
