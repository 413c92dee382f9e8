import { inviteDays } from '@spotter/contract/limits.ts';
import { draft, type MailDraft } from '#platform/mail/draft.ts';
import type { MailBrand } from '#platform/mail/layout.ts';

type Invite = { brand: MailBrand; gym: string; code: string; url: string; isOwn: boolean };

/** A gym invites someone with a code. */
export const inviteCodeMail = ({ brand, gym, code, url, isOwn }: Invite): MailDraft =>
  draft('invite', `You're invited to ${gym}`, {
    brand,
    title: `Train at ${gym}`,
    paragraphs: [
      `${gym} invites you to join its community: see who trains when, and join a session.`,
      'Open the link to create your account. Your code is already in it.',
    ],
    code,
    action: { label: `Join ${gym}`, url },
    footnote: `${isOwn ? `The code works once, within ${inviteDays} days. ` : ''}${gym} entered your address to send you this. If you don't know them, just ignore it.`,
  });
