import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { mostPushSubscriptions } from '@spotter/contract/notification-delivery.ts';
import type * as calls from '@spotter/contract/notifications/notifications.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { areBrowserKeys } from '#platform/push/encrypt.ts';
import type { PushDevice } from '#platform/push/sender.ts';
import { isPushAddress } from '#platform/push/web-push.ts';
import * as subscriptions from './push-subscriptions.repo.ts';

type Subscription = ParsedInput<typeof calls.savePushSubscription>['body'];
type Phone = ParsedInput<typeof calls.savePushDevice>['body'];

export async function savePushSubscription(ctx: Ctx, { endpoint, keys }: Subscription): Promise<undefined> {
  if (!isPushAddress(endpoint, ctx.config.PUSH_HOSTS)) throw fail('push_endpoint_refused');
  if (!areBrowserKeys(keys))
    throw fail('validation_failed', fieldError('keys.p256dh', "These aren't valid browser keys."));
  await save(ctx, { platform: 'web', endpoint, ...keys, app_id: null });
}

export async function savePushDevice(ctx: Ctx, { platform, token, app_id }: Phone): Promise<undefined> {
  if (!isSetUp(ctx.config, platform, app_id)) throw fail('push_app_unknown');
  await save(ctx, { platform, endpoint: token, p256dh: null, auth: null, app_id });
}

/** Pushes are sent to the apps of the settings, with the keys of the settings. */
function isSetUp({ IOS_APPS, ANDROID_APPS, APNS_KEYS, FCM_ACCOUNT }: Ctx['config'], platform: string, appId: string) {
  if (platform === 'android') return FCM_ACCOUNT !== undefined && ANDROID_APPS.some((app) => app.appId === appId);
  return IOS_APPS.some((app) => app.appId === appId && APNS_KEYS.some((key) => key.teamId === app.teamId));
}

/** A device has one subscription. Whoever saves it last on that device gets its pushes, and nobody else. */
async function save(ctx: Ctx, device: PushDevice): Promise<void> {
  const { userId, loginId } = ctx.caller;
  await ctx.tx(async (tx) => {
    await subscriptions.lockOwner(tx, userId);
    await subscriptions.deleteOthersOfLogin(tx, loginId, device.endpoint);
    await subscriptions.save(tx, { userId, loginId }, device);
    await subscriptions.deleteOldest(tx, userId, mostPushSubscriptions);
  });
}

export async function deletePushSubscription({ db, caller }: Ctx, endpoint: string | undefined): Promise<undefined> {
  await subscriptions.deleteOf(db, caller.userId, endpoint);
}

export const deletePushDevice = (ctx: Ctx, token: string) => deletePushSubscription(ctx, token);
