import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { newId } from '#platform/ids.ts';
import { defineJob, enqueue, enqueueSql, type JobCtx } from '#platform/jobs/define.ts';
import { MailRefused } from '#platform/mail-transport.ts';
import { metrics } from '#platform/metrics.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The kind of mail, as a stable name: `verification_code`, `password_reset`, … */
  kind: string;
  organizationId?: string | null;
  /** Members other than the recipient whose names or texts it contains. */
  aboutIds?: readonly string[];
  /** The occasion. A second mail with the same key is not created. */
  dedupeKey?: string;
};

/** Queues a mail with the change that caused it: both happen, or neither. */
export async function queueMail(db: Db, mail: Mail): Promise<void> {
  if (!db.isTransaction) return inTransaction(db, (tx) => queueMail(tx, mail));
  const row = await db
    .insertInto('mails')
    .values({
      id: newId(),
      organization_id: mail.organizationId ?? null,
      to_address: mail.to,
      kind: mail.kind,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      about_ids: [...(mail.aboutIds ?? [])],
      dedupe_key: mail.dedupeKey ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await enqueue(db, sendMail, { mail_id: row.id }, { key: `mail:${row.id}` });
}

/** How long a mail server may be away before a mail is given up. */
const TRY_FOR = sql`interval '24 hours'`;
const LONGEST_PAUSE_SECONDS = 300;

export const sendMail = defineJob({
  name: 'send_mail',
  payload: z.object({ mail_id: z.uuid() }),
  run: (ctx, { mail_id }) => inTransaction(ctx.db, (tx) => send({ ...ctx, db: tx }, mail_id)),
});

/** What is in these ends within the hour, so they are of no use later. Their readers ask for new ones. */
const expiringKinds = ['verification_code', 'password_reset', 'own_password'];
export const canSendAgainSql = `kind <> all ('{${expiringKinds}}')`;

/** What only an organization that is open sends. Mails about an account always go out. */
const organizationKinds = ['notification', 'digest', 'weekly', 'invite', 'welcome'];
const isWithheldSql = `(kind = any('{${organizationKinds}}') and exists (
  select from organizations o where o.id = mails.organization_id and not o.is_active))`;

const againStatement = statement('send-mails-again', { id: 'uuid?', most: 'int' })<{ kind: string }>(
  `with wanted as (
    -- Those of a switched-off organization would be withheld again, and take the places of others.
    select id from mails where failed_at is not null and (id = $id or $id is null and not ${isWithheldSql}) and ${canSendAgainSql}
    order by failed_at desc limit $most for update),
  again as (
    -- As if created now: it is tried for a whole day again.
    update mails m set failed_at = null, attempts = 0, created_at = now() from wanted w where m.id = w.id
    returning m.id, m.kind)
  select a.kind, ${enqueueSql(sendMail, { mail_id: 'a.id' }, 'null')} from again a`,
);

/** Queues mails that were given up, the latest first, or one of them. Returns their kinds. */
export async function sendAgain(tx: Db, wanted: { id: string | null; most: number }): Promise<string[]> {
  return (await run(tx, againStatement, wanted)).map(({ kind }) => kind);
}

/**
 * The row stays locked while the mail is sent, so no second runner sends it too. A process that dies loses the lock
 * with its connection, and the mail is sent again.
 */
async function send({ db, mail: transport, log }: JobCtx, id: string): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(db);
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'text', 'html', 'kind', 'attempts'])
    .select(sql<boolean>`created_at < now() - ${TRY_FOR}`.as('is_last_try'))
    .select(sql<boolean>`${sql.raw(isWithheldSql)}`.as('is_withheld'))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mail) return;
  if (mail.is_withheld) {
    // An operator can send it once the organization is back.
    const last_error = 'Not sent: the organization is switched off or deleted';
    await db.updateTable('mails').set({ last_error, failed_at: sql`clock_timestamp()` }).where('id', '=', id).execute();
    metrics.mails.inc({ outcome: 'withheld' });
    return;
  }

  const attempts = mail.attempts + 1;
  const record = db.updateTable('mails').set({ attempts }).where('id', '=', id);
  try {
    await transport.send({ ...mail, to: mail.to_address });
  } catch (err) {
    const last_error = (err as Error).message.slice(0, 500);
    if (mail.is_last_try || err instanceof MailRefused) {
      await record.set({ last_error, failed_at: sql`clock_timestamp()` }).execute();
      metrics.mails.inc({ outcome: 'given_up' });
      log.error({ err, mail_id: id, kind: mail.kind, attempts }, 'a mail is given up');
      return;
    }
    await record.set({ last_error }).execute();
    const seconds = Math.min(2 ** attempts, LONGEST_PAUSE_SECONDS);
    await enqueue(db, sendMail, { mail_id: id }, { key: `mail:${id}`, runAt: new Date(Date.now() + seconds * 1000) });
    metrics.mails.inc({ outcome: 'delayed' });
    log.warn({ err, mail_id: id, kind: mail.kind, attempts, seconds }, 'a mail could not be sent yet');
    return;
  }
  // Sent mails are not kept: they contain codes and links that are otherwise stored only as hashes.
  const cleared = transport.kind === 'smtp' ? { text: '', html: '' } : {};
  await record.set({ ...cleared, sent_at: sql`clock_timestamp()`, last_error: null }).execute();
  metrics.mails.inc({ outcome: 'sent' });
}
