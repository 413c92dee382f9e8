import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { usualDigestTime, usualQuietHours } from '@spotter/contract/notification-delivery.ts';
import { notificationChannels, switchableKinds } from '@spotter/contract/notification-kinds.ts';
import type {
  updateMyPreferences as endpoint,
  NotificationPreferences,
  OnboardingState,
} from '@spotter/contract/users/users.ts';
import type { z } from 'zod';
import type { Ctx } from '#platform/http/handlers.ts';
import { meUpdated } from './users.events.ts';
import {
  mergeAppPreferences,
  readAppPreferences,
  readSwitches,
  readTimes,
  storeSwitches,
  storeTimes,
} from './users-preferences.repo.ts';

type Preferences = z.infer<typeof NotificationPreferences>;
type Switches = Preferences['notifications'];
type Changes = ParsedInput<typeof endpoint>['body'];
type Reader = Pick<Ctx, 'db' | 'caller'>;

/** In-app and push are on until switched off, email is off until switched on. */
const byDefault = { in_app: true, push: true, email: false };

export async function getMyPreferences({ db, caller, config }: Pick<Ctx, 'db' | 'caller' | 'config'>) {
  const { userId } = caller;
  const stored = await readSwitches(db, userId);
  const notifications = Object.fromEntries(switchableKinds.map((kind) => [kind, { ...byDefault }])) as Switches;
  for (const { kind, channel, enabled } of stored)
    notifications[kind as keyof Switches][channel as keyof typeof byDefault] = enabled;
  const times = await readTimes(db, userId);
  return {
    notifications,
    quiet_hours: times
      ? { enabled: times.quiet_hours, from: times.quiet_from.slice(0, 5), until: times.quiet_until.slice(0, 5) }
      : usualQuietHours,
    digest_time: times?.digest_at.slice(0, 5) ?? usualDigestTime,
    weekly_mail: times?.weekly_mail ?? true,
    push_key: config.PUSH_PUBLIC_KEY,
  };
}

export async function updateMyPreferences(
  ctx: Ctx,
  { notifications = {}, quiet_hours, digest_time, weekly_mail }: Changes,
) {
  const { userId } = ctx.caller;
  const switches = Object.entries(notifications).flatMap(([kind, channels]) =>
    notificationChannels.flatMap((channel) => {
      const enabled = channels?.[channel];
      return enabled === undefined ? [] : [{ user_id: userId, kind, channel, enabled }];
    }),
  );
  const times = {
    ...(quiet_hours && {
      quiet_hours: quiet_hours.enabled,
      quiet_from: quiet_hours.from,
      quiet_until: quiet_hours.until,
    }),
    ...(digest_time && { digest_at: digest_time }),
    ...(weekly_mail !== undefined && { weekly_mail }),
  };
  return ctx.tx(async (tx) => {
    if (switches.length > 0) await storeSwitches(tx, switches);
    const hasTimes = Object.keys(times).length > 0;
    if (hasTimes) await storeTimes(tx, userId, times);
    if (hasTimes || switches.length > 0) meUpdated(tx, ctx.caller, ['preferences']);
    return getMyPreferences({ db: tx, caller: ctx.caller, config: ctx.config });
  });
}

type AppPreferences = { onboarding: OnboardingState | null };

export async function getUserPreferences({ db, caller }: Reader): Promise<AppPreferences> {
  const stored = await readAppPreferences(db, caller.userId);
  return { onboarding: null, ...(stored as Partial<AppPreferences> | undefined) };
}

export async function updateUserPreferences(ctx: Ctx, changes: Partial<AppPreferences>) {
  return ctx.tx(async (tx) => {
    await mergeAppPreferences(tx, ctx.caller.userId, changes);
    meUpdated(tx, ctx.caller, ['user_preferences']);
    return getUserPreferences({ db: tx, caller: ctx.caller });
  });
}
