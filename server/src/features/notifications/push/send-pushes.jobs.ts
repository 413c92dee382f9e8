import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { z } from 'zod';
import { readsOf } from '#platform/db/reads.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { createActionTokens } from '#platform/logins/action-tokens.ts';
import { metrics } from '#platform/metrics.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import { endOfQuiet, startOfQuiet } from '../governor.policy.ts';
import { type Row, readUnreadById, readUnreadCount } from '../notifications.read.ts';
import { wordsFor } from '../notifications.words.ts';
import { readRhythm } from '../rhythm.repo.ts';
import { actionsOf } from './push-actions.policy.ts';
import { deleteSubscription, markSent, readDevice } from './push-subscriptions.repo.ts';

const id = z.uuid();

/**
 * Sends one push to one device. The text is made now, so a push that was delayed names nobody who is gone. When the
 * push service is away until the quiet hours, the push waits for the morning.
 */
export const sendPushes = defineJob({
  name: 'send_pushes',
  payload: z.object({ organization_id: id, user_id: id, subscription_id: id, notification_ids: z.array(id) }),
  async run({ db, inside, config, push }, job): Promise<void> {
    const { organization_id: organizationId, user_id: userId, subscription_id, notification_ids: ids } = job;
    const member = { organizationId, userId };
    const tenant = inside(member);
    const device = await readDevice(tenant, userId, subscription_id);
    const found = await readRhythm(readsOf(tenant), member);
    const rows = await readUnreadById(readsOf(tenant), { ...member, ids });
    if (!device || !found || rows.length === 0) return;

    const isUrgent = rows.every(({ kind }) => kind === 'session_starts_soon');
    const morning = isUrgent ? null : endOfQuiet(found.rhythm, found.now);
    if (morning) return enqueue(db, sendPushes, job, { runAt: morning });
    const tokens = createActionTokens(config.TOKEN_SECRET);
    const message: PushMessage = {
      to: userId,
      brand: `/brand/${organizationId}`,
      ...wordsOf(rows, device.language, found.rhythm.zone),
      unread_count: await readUnreadCount(readsOf(tenant), member),
      silent_from: isUrgent ? null : (startOfQuiet(found.rhythm, found.now)?.toISOString() ?? null),
      actions: await Promise.all(
        // A summary is opened.
        (rows.length === 1 ? rows : []).flatMap(actionsOf).map(async ({ name, title, ...call }) => ({
          ...{ name, title, path: call.path },
          token: await tokens.sign({ userId, loginId: device.loginId, ...call }),
        })),
      ),
    };
    const outcome = await push.send(device, message, { isUrgent }).catch((error: unknown) => {
      metrics.pushes.inc({ outcome: 'failed' });
      throw error;
    });
    metrics.pushes.inc({ outcome });
    if (outcome === 'gone') await deleteSubscription(tenant, subscription_id);
    else await markSent(tenant, subscription_id);
  },
});

const MOST_NAMED = 3;

function wordsOf(
  rows: readonly Row[],
  language: string | null,
  zone: string,
): Pick<PushMessage, 'id' | 'title' | 'body' | 'url' | 'tag'> {
  const words = timeWordsFor(language);
  const all = rows.map((row) => ({ id: row.id, ...wordsFor(row, { words, zone }) }));
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
