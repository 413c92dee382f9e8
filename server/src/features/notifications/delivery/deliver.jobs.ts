import { z } from 'zod';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { defineJob, enqueue, type JobCtx } from '#platform/jobs/define.ts';
import { planDeliveries } from '../governor.policy.ts';
import { devicesOf } from '../push/push-subscriptions.repo.ts';
import { sendPushes } from '../push/send-pushes.jobs.ts';
import { savePushes, takeRhythm } from '../rhythm.repo.ts';
import { type Due, lockDue, type Member, markDelivered, membersWithDue, putOff } from './deliveries.repo.ts';
import { mailNotifications } from './notifications.mails.ts';

const id = z.uuid();

/** Sends what is due for these members, or puts it off as the governor decides. */
export const deliverNotifications = defineJob({
  name: 'deliver_notifications',
  payload: z.object({ organization_id: id, user_ids: z.array(id) }),
  async run(ctx, { organization_id: organizationId, user_ids }) {
    for (const userId of user_ids) await deliverTo(ctx, { organizationId, userId });
  },
});

/** Sends what was put off, and what a server that died left behind. */
export const deliverDueNotifications = defineJob({
  name: 'deliver_due_notifications',
  payload: z.object({}),
  async run(ctx) {
    for (const member of await membersWithDue(ctx.db))
      await deliverTo(ctx, member).catch((err) =>
        ctx.log.warn({ err, user: member.userId }, 'notifications were not delivered this time'),
      );
  },
});

export const deliverDueNotificationsTimetable = { job: deliverDueNotifications, match: '* * * * *' };

/** The member's settings stay locked, so that two runs count and send one after the other. */
const deliverTo = ({ inside, config }: JobCtx, member: Member): Promise<void> =>
  inTransaction(inside(member), async (tx) => {
    const { rhythm, pushes, now, today } = await takeRhythm(tx, member);
    const due = await lockDue(tx, member);
    const plan = planDeliveries(due, rhythm, pushes, now);
    for (const batch of plan.pushes) await queuePushes(tx, member, batch);
    for (const batch of plan.mails) await mailNotifications(tx, config, member, batch);
    await settle(tx, member, [...plan.pushes.flat(), ...plan.mails.flat()], now);
    await settle(tx, member, plan.dropped, null);
    for (const [until, put] of Map.groupBy(plan.waiting, (one) => one.until.getTime()))
      for (const channel of ['push', 'email'] as const) {
        const ids = idsOf(put.map(({ delivery }) => delivery).filter((one) => one.channel === channel));
        if (ids.length > 0) await putOff(tx, { ...member, channel, ids }, new Date(until));
      }
    if (plan.pushes.length > 0)
      await savePushes(tx, { userId: member.userId, today, pushes: pushes + plan.pushes.length });
  });

const idsOf = (deliveries: readonly Due[]) => deliveries.map((one) => one.id);

async function settle(tx: Db, member: Member, deliveries: readonly Due[], sentAt: Date | null) {
  for (const channel of ['push', 'email'] as const) {
    const ids = idsOf(deliveries.filter((one) => one.channel === channel));
    if (ids.length > 0) await markDelivered(tx, { ...member, channel, ids }, sentAt);
  }
}

/** One job per device, because each is retried by itself. */
async function queuePushes(tx: Db, { organizationId, userId }: Member, batch: readonly Due[]): Promise<void> {
  for (const subscription_id of await devicesOf(tx, userId))
    await enqueue(tx, sendPushes, {
      organization_id: organizationId,
      user_id: userId,
      subscription_id,
      notification_ids: idsOf(batch),
    });
}
