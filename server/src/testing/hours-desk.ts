import { Temporal } from 'temporal-polyfill';
import { beforeEach } from 'vitest';
import { useTestApp } from './app.ts';
import { dayFromNow, openDaily } from './hours.ts';
import { addSession } from './test-data.ts';

/** The owner of a gym that is open from 6 to 22, with sessions to plan around its hours. */
export function useHoursDesk() {
  const app = useTestApp();
  const place = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
  /** A moment on the wall of the gym. */
  const at = (days: number, time: string) =>
    new Date(
      Temporal.PlainDateTime.from(`${dayFromNow(days)}T${time}`).toZonedDateTime('Australia/Sydney').epochMilliseconds,
    );

  beforeEach(async () => {
    const { db } = app();
    await db.deleteFrom('sessions').execute();
    await db.deleteFrom('schedule_overrides').execute();
    await openDaily(db, { ...place(), opens: '06:00', closes: '22:00' });
    await openDaily(db, { organizationId: place().organizationId, gymId: app().cast.gyms.fremantle });
  });

  return {
    app,
    place,
    at,
    olga: () => app().as(app().cast.olga),
    params: () => ({ id: place().organizationId }),
    gym_ids: () => [place().gymId],
    plan: (days: number, time: string, more: { minutes?: number } = {}) =>
      addSession(app().db, {
        gym: place().gymId,
        host: app().cast.ana,
        with: [app().cast.ben],
        starts_at: at(days, time),
        ...more,
      }),
    stored: (id: string) =>
      app()
        .db.selectFrom('sessions')
        .select(['starts_at', 'status', 'cancel_reason'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
  };
}
