import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Day, Id, Instant, idList, line, queryIds, WallTime } from '../api/primitives.ts';

/** 0 is Monday. A day without entries is closed; a day may have several spans. */
export const OpeningHours = z
  .array(
    z
      .object({ weekday: z.number().int().min(0).max(6), opens: WallTime, closes: WallTime })
      .refine((span) => span.opens < span.closes, { path: ['closes'], error: 'Closing must be after opening' }),
  )
  .max(28);

export const GymHours = z
  .object({ id: Id, gym_id: Id, weekday: z.number().int().min(0).max(6), opens: WallTime, closes: WallTime })
  .meta({ id: 'GymHours' });

const underOrganization = byId.describe("The organization's id.");

export const listOperatingHours = endpoint({
  method: 'GET',
  path: '/organizations/:id/operating-hours/',
  access: 'member',
  summary: 'Weekly opening hours of the given gyms, or of all of them.',
  params: underOrganization,
  query: z.object({ gym_ids: queryIds.optional() }),
  returns: z.object({ results: z.array(GymHours) }),
  errors: ['organization_not_found', 'gym_not_found'],
});

export const setOperatingHours = endpoint({
  method: 'POST',
  path: '/organizations/:id/operating-hours/',
  access: 'gym_admin',
  summary: 'Replace the weekly opening hours of the given gyms.',
  params: underOrganization,
  body: z.object({ gym_ids: idList(100), hours: OpeningHours }),
  returns: z.object({ results: z.array(GymHours) }),
  errors: ['organization_not_found', 'gym_not_found'],
});

const hoursParams = z.object({ id: Id, hoursId: Id });

export const updateOperatingHours = endpoint({
  method: 'PUT',
  path: '/organizations/:id/operating-hours/:hoursId/',
  access: 'gym_admin',
  summary: 'Change one span of opening hours.',
  params: hoursParams,
  body: z
    .object({ weekday: z.number().int().min(0).max(6).optional(), opens: WallTime, closes: WallTime })
    .refine((span) => span.opens < span.closes, { path: ['closes'], error: 'Closing must be after opening' }),
  returns: GymHours,
  errors: ['organization_not_found', 'hours_not_found'],
});

export const deleteOperatingHours = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/operating-hours/:hoursId/',
  access: 'gym_admin',
  summary: 'Remove one span of opening hours.',
  params: hoursParams,
  errors: ['organization_not_found', 'hours_not_found'],
});

/** A day, or a range of days, that differs from the weekly hours. Closed when it has no spans. */
const OverrideInput = z
  .object({
    from: Day,
    to: Day,
    reason: line({ max: 120 }).default(''),
    closed: z.boolean().default(false),
    opens: WallTime.nullable().default(null),
    closes: WallTime.nullable().default(null),
  })
  .refine((override) => override.from <= override.to, {
    path: ['to'],
    error: 'The last day must not be before the first',
  })
  .refine(
    (override) =>
      override.closed || (override.opens !== null && override.closes !== null && override.opens < override.closes),
    {
      path: ['closes'],
      error: 'Closing must be after opening',
    },
  );

export const ScheduleOverride = z
  .object({
    id: Id,
    gym_id: Id,
    from: Day,
    to: Day,
    reason: z.string(),
    closed: z.boolean(),
    opens: WallTime.nullable(),
    closes: WallTime.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'ScheduleOverride' });

export const listScheduleOverrides = endpoint({
  method: 'GET',
  path: '/organizations/:id/schedule-overrides/',
  access: 'member',
  summary: 'Days whose hours differ from the weekly ones.',
  params: underOrganization,
  query: z.object({ gym_ids: queryIds.optional(), from: Day.optional(), to: Day.optional() }),
  returns: z.object({ results: z.array(ScheduleOverride) }),
  errors: ['organization_not_found', 'gym_not_found'],
});

export const createScheduleOverride = endpoint({
  method: 'POST',
  path: '/organizations/:id/schedule-overrides/',
  access: 'gym_admin',
  summary: 'Close the given gyms, or change their hours, on certain days.',
  params: underOrganization,
  body: z.object({ gym_ids: idList(100), override: OverrideInput }),
  returns: z.object({ results: z.array(ScheduleOverride) }),
  status: 201,
  errors: ['organization_not_found', 'gym_not_found'],
});

const overrideParams = z.object({ id: Id, overrideId: Id });

export const updateScheduleOverride = endpoint({
  method: 'PUT',
  path: '/organizations/:id/schedule-overrides/:overrideId/',
  access: 'gym_admin',
  summary: 'Change a schedule override.',
  params: overrideParams,
  body: OverrideInput,
  returns: ScheduleOverride,
  errors: ['organization_not_found', 'override_not_found'],
});

export const deleteScheduleOverride = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/schedule-overrides/:overrideId/',
  access: 'gym_admin',
  summary: 'Remove a schedule override.',
  params: overrideParams,
  errors: ['organization_not_found', 'override_not_found'],
});
