import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import { laterToday } from '#platform/errors.ts';
import { strangerMailsSql, takeDaily } from '#platform/limits.ts';
import { hasProvenAddressSql } from '#platform/logins/proven-address.ts';

const isKnownStatement = statement('mail-recipient-is-known', { organizationId: 'uuid', email: 'text' })<object>(
  `select from users u where u.organization_id = $organizationId and lower(u.email) = lower($email) and ${hasProvenAddressSql('u')}`,
);

type Recipient = { organizationId: string; email: string };

/**
 * Counts a mail to a stranger, in the transaction that queues it. Null, or in how many seconds the organization may send
 * more: then the mail must not be queued.
 */
export async function takeStrangerMail(
  tx: Db,
  { RATE_LIMITS }: Pick<Config, 'RATE_LIMITS'>,
  { organizationId, email }: Recipient,
): Promise<number | null> {
  if (!RATE_LIMITS || (await run(tx, isKnownStatement, { organizationId, email })).length > 0) return null;
  return takeDaily(tx, 'stranger_mails', organizationId);
}

/**
 * Whether a code or link that somebody asked for goes out in the organization's name. Anyone can ask with a stranger's
 * address, so only so many a day carry a name that the organization chose; the others are Spotter's.
 */
export async function mayBrandCode(
  tx: Db,
  { RATE_LIMITS }: Pick<Config, 'RATE_LIMITS'>,
  { organizationId, email }: Recipient,
): Promise<boolean> {
  if (!RATE_LIMITS || (await run(tx, isKnownStatement, { organizationId, email })).length > 0) return true;
  return (await takeDaily(tx, 'branded_codes', organizationId)) === null;
}

/** Counts a mail to a stranger, or throws 429 with when the organization may send more. */
export async function refuseStrangerMail(tx: Db, config: Pick<Config, 'RATE_LIMITS'>, to: Recipient): Promise<void> {
  const secondsLeft = await takeStrangerMail(tx, config, to);
  if (secondsLeft !== null)
    throw laterToday('Your gym has invited a lot of new people today. You can invite more', secondsLeft);
}

export type MailQuota = { used: number; most: number | null; resets_at: string | null };

/** What an organization has sent to strangers since its day began. */
const quotaStatement = statement('mail-quota', { organizationId: 'uuid' })<MailQuota>(
  `select coalesce(r.used, 0) as used, ${strangerMailsSql} as most, ${instantSql('r.resets_at')} as resets_at from organizations o
    left join rate_limits r on r.bucket = 'stranger_mails:' || o.id and r.resets_at > now()
  where o.id = $organizationId`,
);

export async function readMailQuota(
  read: Read,
  { RATE_LIMITS }: Pick<Config, 'RATE_LIMITS'>,
  organizationId: string,
): Promise<MailQuota> {
  const [quota] = await read(quotaStatement, { organizationId });
  return { ...quota!, most: RATE_LIMITS ? quota!.most : null };
}
