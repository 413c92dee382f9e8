import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { mostPushSubscriptions } from '@spotter/contract/notifications/delivery.ts';
import type { savePushSubscription as endpoint } from '@spotter/contract/notifications/notifications.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { areBrowserKeys } from '#platform/push/encrypt.ts';
import { isPushAddress } from '#platform/push/send.ts';
import * as subscriptions from './push-subscriptions.repo.ts';

type Subscription = ParsedInput<typeof endpoint>['body'];

/** A browser has one subscription. Whoever saves it last in that browser gets its pushes, and nobody else. */
export async function savePushSubscription(ctx: Ctx, { endpoint, keys }: Subscription): Promise<undefined> {
  if (!isPushAddress(endpoint, ctx.config.PUSH_HOSTS)) throw fail('push_endpoint_refused');
  if (!areBrowserKeys(keys))
    throw fail('validation_failed', { details: { 'keys.p256dh': ['These are no keys of a browser'] } });
  const { userId, loginId } = ctx.caller;
  await ctx.tx(async (tx) => {
    await subscriptions.lockOwner(tx, userId);
    await subscriptions.deleteOthersOfLogin(tx, loginId, endpoint);
    await subscriptions.save(tx, { userId, loginId, endpoint, ...keys });
    await subscriptions.deleteOldest(tx, userId, mostPushSubscriptions);
  });
}

export async function deletePushSubscription({ db, caller }: Ctx, endpoint: string | undefined): Promise<undefined> {
  await subscriptions.deleteOf(db, caller.userId, endpoint);
}
