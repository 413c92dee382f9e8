import { draft, type MailDraft } from '#platform/mail/draft.ts';
import type { MailBrand } from '#platform/mail/layout.ts';

/** A member invites someone to train with them. */
export const friendInviteMail = ({
  brand,
  inviter,
  gym,
  url,
}: {
  brand: MailBrand;
  inviter: string;
  gym: string;
  url: string;
}): MailDraft =>
  draft('invite', `${inviter} invited you to ${brand.name}`, {
    brand,
    title: `Train with ${inviter}`,
    paragraphs: [
      `${inviter} trains at ${gym} and wants you to come along.`,
      "Accept the invitation to join the gym. You'll be friends there from day one.",
    ],
    action: { label: 'Accept invitation', url },
    footnote: `${inviter} entered your address to send you this. If you don't know each other, just ignore it.`,
  });
