import { type MailBrand, spotterBrand } from '../layout.ts';
import { draft, greeting, type MailDraft } from './draft.ts';

/** A member asks somebody to come and train with them. */
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
  draft('invite', `${inviter} invites you to ${brand.name}`, {
    brand,
    title: `Train with ${inviter}`,
    paragraphs: [
      `${inviter} trains at ${gym} and would like you to come along.`,
      'Accept the invitation to join the gym and be friends there from the start.',
    ],
    action: { label: 'Accept invitation', url },
    footnote: `${inviter} entered your address to send you this. If you do not know each other, you can ignore it.`,
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

/** Thanks to whoever wished for a gym. */
export const nominationReceivedMail = ({ firstName, gymName }: { firstName: string; gymName: string }): MailDraft =>
  draft('nomination_received', 'We received your nomination', {
    brand: spotterBrand,
    title: 'Thank you for your nomination',
    paragraphs: [
      greeting(firstName),
      `We have your nomination of ${gymName} and will get in touch with them.`,
      'As soon as they are on Spotter, you will hear from us.',
    ],
    footnote: 'If this was not you, you can ignore this email.',
  });

/** The same for whoever runs the platform, with all there is to know. */
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
