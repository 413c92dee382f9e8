import { draft, type MailDraft } from '#platform/mail/draft.ts';
import { spotterBrand } from '#platform/mail/layout.ts';

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

/** Thanks the visitor who nominated a gym, without a word of theirs: they may have entered a stranger's address. */
export const nominationReceivedMail = (): MailDraft =>
  draft('nomination_received', 'We received your nomination', {
    brand: spotterBrand,
    title: 'Thank you for your nomination',
    paragraphs: [
      'Hello,',
      'We got your nomination of a gym and will get in touch with them.',
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
