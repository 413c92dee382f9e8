import { type MailBrand, spotterBrand } from '../layout.ts';
import { draft, greeting, type MailDraft } from './draft.ts';

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

type Nomination = {
  gymName: string;
  gymAddress: string;
  gymPhone: string | null;
  gymWebsite: string | null;
  nominator: string;
  email: string;
  phone: string | null;
  contactPreference: string;
  comments: string;
};

/** Thanks the member of the public who nominated a gym. */
export const nominationReceivedMail = ({ firstName, gymName }: { firstName: string; gymName: string }): MailDraft =>
  draft('nomination_received', 'We received your nomination', {
    brand: spotterBrand,
    title: 'Thank you for your nomination',
    paragraphs: [
      greeting(firstName),
      `We got your nomination of ${gymName} and will get in touch with them.`,
      "You'll hear from us as soon as they're on Spotter.",
    ],
    footnote: "If this wasn't you, just ignore this email.",
  });

/** Tells the operator about a nomination, with every detail. */
export const nominationForOperatorMail = (nomination: Nomination, url: string): MailDraft =>
  draft('nomination', `Nomination: ${nomination.gymName}`, {
    brand: spotterBrand,
    title: `${nomination.gymName} was nominated`,
    paragraphs: [
      `Gym: ${nomination.gymName}, ${nomination.gymAddress}`,
      `Phone: ${nomination.gymPhone ?? 'not given'}. Website: ${nomination.gymWebsite ?? 'not given'}.`,
      `By: ${nomination.nominator}, ${nomination.email}${nomination.phone ? `, ${nomination.phone}` : ''}. Prefers ${nomination.contactPreference}.`,
      nomination.comments,
    ],
    action: { label: 'See all nominations', url },
  });
