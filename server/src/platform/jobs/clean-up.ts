import { sql } from 'kysely';
import { z } from 'zod';
import { readsOf } from '#platform/db/reads.ts';
import { numberAll } from '#platform/events/number.ts';
import { defineJob } from './define.ts';

/**
 * What may be deleted, by table. An event without a number stays, and event_scopes keeps a scope's last number, so that a
 * late reader notices.
 */
const spent = {
  idempotency_keys: sql`created_at < now() - interval '24 hours'`,
  live_events: sql`created_at < now() - interval '7 days' and number is not null`,
  refresh_tokens: sql`expires_at < now()`,
  // Visits of super admins go when the organization's log says that they are over.
  logins: sql`(expires_at < now() or revoked_at < now() - interval '30 days') and method <> 'emulation'
    and not exists (select from logins visit where visit.parent_login_id = logins.id)`,
  // A day longer than they are valid: attempts on earlier codes count against the next one.
  email_codes: sql`expires_at < now() - interval '1 day'`,
  password_resets: sql`expires_at < now() - interval '1 day'`,
  spent_proofs: sql`expires_at < now()`,
  rate_limits: sql`resets_at < now()`,
  guesses: sql`forget_at < now()`,
  nodes: sql`seen_at < now() - interval '1 day'`,
  // Only sent as a push or a mail, so nobody reads them here.
  notifications: sql`not in_app and happened_at < now() - interval '1 day' and not exists (
    select from notification_deliveries d where d.organization_id = notifications.organization_id
      and d.notification_id = notifications.id and d.due_at is not null)`,
};

/** Few enough rows per statement that no request waits for their locks. */
const BATCH = 5_000;

export const cleanUp = defineJob({
  name: 'clean_up',
  payload: z.object({}),
  async run({ db, log }) {
    await numberAll(readsOf(db));
    for (const [table, condition] of Object.entries(spent)) {
      let removed = 0;
      for (let batch = BATCH; batch === BATCH; removed += batch) {
        const result = await sql`
          delete from ${sql.table(table)}
          where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(db);
        batch = Number(result.numAffectedRows ?? 0);
      }
      if (removed > 0) log.info({ table, removed }, 'spent rows are cleared away');
    }
  },
});

export const cleanUpTimetable = { job: cleanUp, match: '*/10 * * * *' };
