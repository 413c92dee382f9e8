import { sql } from 'kysely';
import { deliverDueNotifications } from '#features/notifications/delivery/deliver.jobs.ts';
import { enqueue } from '#platform/jobs/define.ts';
import type { TestApp } from './app.ts';

/** As if a day had passed: the daily mails of all members go out. */
export async function sendDigests({ db, runJobs }: Pick<TestApp, 'db' | 'runJobs'>): Promise<void> {
  await runJobs();
  await sql`update notification_deliveries set waiting_since = now() - interval '26 hours', due_at = now()
    where due_at is not null`.execute(db);
  await enqueue(db, deliverDueNotifications, {});
  await runJobs();
}
