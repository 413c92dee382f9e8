import { notificationChannels, notificationKinds } from '@spotter/contract/notifications/notification-kinds.ts';
import type { NotificationPreferences, OnboardingState } from '@spotter/contract/users/users.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '#platform/http/handlers.ts';
import { meUpdated } from './users.events.ts';

type Switches = z.infer<typeof NotificationPreferences>['notifications'];
type Changes = { [K in keyof Switches]?: Partial<Switches[K]> };
type Reader = Pick<Ctx, 'db' | 'caller'>;

/** In-app and push are on until switched off, email is off until switched on. */
const byDefault = { in_app: true, push: true, email: false };

export async function getMyPreferences({ db, caller }: Reader) {
  const stored = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'channel', 'enabled'])
    .where('user_id', '=', caller.userId)
    .execute();
  const notifications = Object.fromEntries(notificationKinds.map((kind) => [kind, { ...byDefault }])) as Switches;
  for (const { kind, channel, enabled } of stored)
    notifications[kind as keyof Switches][channel as keyof typeof byDefault] = enabled;
  return { notifications };
}

export async function updateMyPreferences(ctx: Ctx, changes: Changes) {
  const rows = Object.entries(changes).flatMap(([kind, switches]) =>
    notificationChannels.flatMap((channel) => {
      const enabled = switches?.[channel];
      return enabled === undefined ? [] : [{ user_id: ctx.caller.userId, kind, channel, enabled }];
    }),
  );
  return ctx.tx(async (tx) => {
    if (rows.length > 0) {
      await tx
        .insertInto('notification_preferences')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'kind', 'channel'])
            .doUpdateSet((eb) => ({ enabled: eb.ref('excluded.enabled') })),
        )
        .execute();
      meUpdated(tx, ctx.caller, ['preferences']);
    }
    return getMyPreferences({ db: tx, caller: ctx.caller });
  });
}

type AppPreferences = { onboarding: OnboardingState | null };

export async function getUserPreferences({ db, caller }: Reader): Promise<AppPreferences> {
  const row = await db
    .selectFrom('user_preferences')
    .select('preferences')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  return { onboarding: null, ...(row?.preferences as Partial<AppPreferences> | undefined) };
}

export async function updateUserPreferences(ctx: Ctx, changes: Partial<AppPreferences>) {
  return ctx.tx(async (tx) => {
    await tx
      .insertInto('user_preferences')
      .values({ user_id: ctx.caller.userId, preferences: JSON.stringify(changes) })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ preferences: sql`user_preferences.preferences || excluded.preferences` }),
      )
      .execute();
    meUpdated(tx, ctx.caller, ['user_preferences']);
    return getUserPreferences({ db: tx, caller: ctx.caller });
  });
}
