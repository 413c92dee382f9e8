import type { Transporter } from 'nodemailer';

type OutgoingMail = { id: string; to: string; subject: string; text: string; html: string };

/** How mails are sent. `box`: they aren't; they stay in the database, where the developer's mailbox shows them. */
export type MailTransport = {
  readonly kind: 'smtp' | 'box';
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
};

/** The server rejected this mail permanently, so sending it again is pointless. */
export class MailRefused extends Error {}

export function createMailTransport(settings: { SMTP_URL?: string | undefined; MAIL_FROM: string }): MailTransport {
  if (settings.SMTP_URL === undefined) return { kind: 'box', send: async () => {}, close() {} };

  const domain = /@([^\s>]+)/.exec(settings.MAIL_FROM)?.[1] ?? 'spotter.example';
  // Loaded with the first mail, because many servers send none.
  let smtp: Transporter | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    smtp ??= createTransport({
      url: settings.SMTP_URL,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return smtp;
  };
  return {
    kind: 'smtp',
    async send({ id, to, subject, text, html }) {
      try {
        await (await connect()).sendMail({
          // The same on every attempt: if an answer is lost, the receiver can recognize the mail.
          messageId: `<${id}@${domain}>`,
          from: settings.MAIL_FROM,
          // As an object it is one address, never parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
        if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500)
          throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
    close: () => smtp?.close(),
  };
}
