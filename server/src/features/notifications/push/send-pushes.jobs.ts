import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { metrics } from '#platform/metrics.ts';
import { sendPush } from '#platform/push/send.ts';
import { endOfQuiet, startOfQuiet } from '../delivery/governor.ts';
import { readRhythm } from '../delivery/rhythm.ts';
import { type Row, unreadByIdStatement } from '../notifications.read.ts';
import { unreadCountStatement } from '../notifications.service.ts';
import { clockFor, wordsFor } from '../notifications.words.ts';

const id = z.uuid();

/**
 * Sends one push to one browser. The text is made now, so a push that was delayed names nobody who is gone. When the
 * push host is away until the quiet hours, the push waits for the morning.
 */
export const sendPushes = defineJob({
  name: 'send_pushes',
  payload: z.object({ organization_id: id, user_id: id, subscription_id: id, notification_ids: z.array(id) }),
  async run({ db, inside, config }, job): Promise<void> {
    const { organization_id: organizationId, user_id: userId, subscription_id, notification_ids: ids } = job;
    const member = { organizationId, userId };
    const tenant = inside(member);
    const browser = await readBrowser(tenant, userId, subscription_id);
    const found = await readRhythm(readsOf(tenant), member);
    const [read] = await readsOf(tenant)(unreadByIdStatement, { ...member, ids });
    const rows = read?.results ?? [];
    if (!browser || !found || rows.length === 0) return;

    const isUrgent = rows.every(({ kind }) => kind === 'session_starts_soon');
    const morning = isUrgent ? null : endOfQuiet(found.rhythm, found.now);
    if (morning) return enqueue(db, sendPushes, job, { runAt: morning });
    const [unread] = await readsOf(tenant)(unreadCountStatement, member);
    const message: PushMessage = {
      ...wordsOf(rows, browser.language),
      unread_count: unread?.unread_count ?? 0,
      silent_from: isUrgent ? null : (startOfQuiet(found.rhythm, found.now)?.toISOString() ?? null),
    };
    const { endpoint, p256dh, auth } = browser;
    const push = { endpoint, keys: { p256dh, auth }, text: JSON.stringify(message), isUrgent };
    const outcome = await sendPush(config, push).catch((error: unknown) => {
      metrics.pushes.inc({ outcome: 'failed' });
      throw error;
    });
    metrics.pushes.inc({ outcome });
    if (outcome === 'gone') await tenant.deleteFrom('push_subscriptions').where('id', '=', subscription_id).execute();
    else
      await tenant
        .updateTable('push_subscriptions')
        .set({ last_sent_at: sql`now()` })
        .where('id', '=', subscription_id)
        .execute();
  },
});

/** A browser of this member whose sign-in still stands. */
const readBrowser = (db: Db, userId: string, subscriptionId: string) =>
  db
    .selectFrom('push_subscriptions as s')
    .innerJoin('logins as l', (on) => on.onRef('l.id', '=', 's.login_id').onRef('l.user_id', '=', 's.user_id'))
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.endpoint', 's.p256dh', 's.auth', 'l.language'])
    .where('s.id', '=', subscriptionId)
    .where('s.user_id', '=', userId)
    .where('u.is_active', '=', true)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

const MOST_NAMED = 3;

function wordsOf(
  rows: readonly Row[],
  language: string | null,
): Pick<PushMessage, 'id' | 'title' | 'body' | 'url' | 'tag'> {
  const clock = clockFor(language);
  const all = rows.map((row) => ({ id: row.id, ...wordsFor(row, clock) }));
  const [first] = all;
  if (all.length === 1 && first)
    return {
      id: first.id,
      title: first.title,
      body: first.body,
      url: first.url ?? '/app?open=notifications',
      tag: first.id,
    };
  const named = all.slice(0, MOST_NAMED).map(({ title }) => title);
  const more = all.length - named.length;
  return {
    id: null,
    title: `${all.length} new notifications`,
    body: [...named, ...(more > 0 ? [`And ${more} more`] : [])].join('\n'),
    url: '/app?open=notifications',
    tag: 'summary',
  };
}
