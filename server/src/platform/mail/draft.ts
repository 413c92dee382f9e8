import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { type MailBrand, type MailContent, mailLayout } from './layout.ts';
import type { Mail } from './queue.ts';

/** A mail without its recipient: text made only from data and brand. */
export type MailDraft = Pick<Mail, 'kind' | 'subject' | 'text' | 'html'>;

export type Person = { brand: MailBrand; firstName: string };

export const draft = (kind: string, subject: string, content: MailContent): MailDraft => ({
  kind,
  // A user-chosen name may be long or contain line breaks; a subject is one line.
  subject: [...subject.replace(/\s+/g, ' ')].slice(0, 200).join(''),
  ...mailLayout(content),
});

/** Names that were stored before addresses were refused in them lose these wherever a mail shows them. */
export const greeting = (firstName: string) => (firstName.trim() ? `Hi ${withoutLinks(firstName).trim()},` : 'Hello,');
