import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { mostPushSubscriptions } from '@spotter/contract/notifications/delivery.ts';
import type { savePushSubscription as endpoint } from '@spotter/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { areBrowserKeys } from '#platform/push/encrypt.ts';
import { isPushAddress } from '#platform/push/send.ts';

type Subscription = ParsedInput<typeof endpoint>['body'];

/** A browser has one subscription. Whoever saves it last in that browser gets its pushes, and nobody else. */
export async function savePushSubscription(ctx: Ctx, { endpoint, keys }: Subscription): Promise<undefined> {
  if (!isPushAddress(endpoint, ctx.config.PUSH_HOSTS)) throw fail('push_endpoint_refused');
  if (!areBrowserKeys(keys))
    throw fail('validation_failed', { details: { 'keys.p256dh': ['These are no keys of a browser'] } });
  const { userId, loginId } = ctx.caller;
  const { p256dh, auth } = keys;
  await ctx.tx(async (tx) => {
    await sql`select from users where id = ${userId} for no key update`.execute(tx);
    await tx
      .deleteFrom('push_subscriptions')
      .where('login_id', '=', loginId)
      .where('endpoint', '<>', endpoint)
      .execute();
    await tx
      .insertInto('push_subscriptions')
      .values({ id: newId(), user_id: userId, login_id: loginId, endpoint, p256dh, auth })
      .onConflict((conflict) =>
        conflict.column('endpoint').doUpdateSet({ id: newId(), user_id: userId, login_id: loginId, p256dh, auth }),
      )
      .execute();
    await sql`delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId} order by created_at desc, id desc
      offset ${mostPushSubscriptions})`.execute(tx);
  });
}

export async function deletePushSubscription({ db, caller }: Ctx, endpoint: string | undefined): Promise<undefined> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', caller.userId)
    .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint ?? ''))
    .execute();
}
