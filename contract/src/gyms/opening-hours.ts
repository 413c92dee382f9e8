import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Day, Id, Instant, idList, line, queryIds, WallTime } from '../api/primitives.ts';
import { longestSpecialHoursReason } from '../limits.ts';
import { closingMinute, minutesOf } from '../wall-clock.ts';
import { AffectedSessions, SessionDecisions } from './affected-sessions.ts';

/** 0 is Monday. A day without entries is closed; a day may have several spans. */
export const OpeningHours = z
  .array(
    z
      .object({ weekday: z.number().int().min(0).max(6), opens: WallTime, closes: WallTime })
      .refine((span) => span.opens < span.closes, { path: ['closes'], error: 'Closing must be after opening' }),
  )
  .max(28)
  .refine(
    (hours) =>
      hours.every((span, index) =>
        hours.every(
          (other, place) =>
            index >= place ||
            span.weekday !== other.weekday ||
            span.closes <= other.opens ||
            other.closes <= span.opens,
        ),
      ),
    'These hours overlap',
  );

/** A gym's hours have one version: a save that names another than the stored one is refused. */
const HoursVersion = z.string().max(64);
const HoursVersions = z.record(Id, HoursVersion);
const seenVersion = HoursVersion.optional().describe(
  "The version of the gym's hours that was seen; another is refused.",
);

export const GymHours = z
  .object({ id: Id, gym_id: Id, weekday: z.number().int().min(0).max(6), opens: WallTime, closes: WallTime })
  .meta({ id: 'GymHours' });

const underOrganization = byId.describe("The organization's id.");

export const listOperatingHours = endpoint({
  method: 'GET',
  path: '/organizations/:id/operating-hours/',
  access: 'member',
  namesOrganization: 'params',
  summary: 'Weekly opening hours of the given gyms, or of all of them.',
  params: underOrganization,
  query: z.object({ gym_ids: queryIds.optional() }),
  returns: z.object({ results: z.array(GymHours), versions: HoursVersions.describe('By gym.') }),
  errors: ['gym_not_found'],
});

const HoursInput = z.object({
  gym_ids: idList(100),
  hours: OpeningHours,
  versions: HoursVersions.optional().describe('The versions that were edited; others are refused.'),
});

export const previewOperatingHours = endpoint({
  method: 'POST',
  path: '/organizations/:id/operating-hours/preview/',
  cost: 50,
  access: 'gym_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  forgets: true,
  summary: 'Upcoming sessions that lie inside the present hours and outside these.',
  params: underOrganization,
  body: HoursInput,
  returns: AffectedSessions,
  errors: ['gym_not_found', 'changed_meanwhile'],
});

const affectingErrors = ['gym_closed', 'session_in_past', 'changed_meanwhile'] as const;

export const setOperatingHours = endpoint({
  method: 'POST',
  path: '/organizations/:id/operating-hours/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  sentOnce: true,
  summary: 'Replace the weekly opening hours of the given gyms. Affected sessions stay, unless decided otherwise.',
  params: underOrganization,
  body: HoursInput.extend({ sessions: SessionDecisions.optional() }),
  returns: z.object({ results: z.array(GymHours), versions: HoursVersions }),
  errors: [...affectingErrors, 'gym_not_found'],
});

const hoursParams = z.object({ id: Id, hoursId: Id });

export const updateOperatingHours = endpoint({
  method: 'PUT',
  path: '/organizations/:id/operating-hours/:hoursId/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  summary: 'Change one span of opening hours. Affected sessions stay, unless decided otherwise.',
  params: hoursParams,
  body: z
    .object({
      weekday: z.number().int().min(0).max(6).optional(),
      opens: WallTime,
      closes: WallTime,
      version: seenVersion,
      sessions: SessionDecisions.optional(),
    })
    .refine((span) => span.opens < span.closes, { path: ['closes'], error: 'Closing must be after opening' }),
  returns: GymHours,
  errors: [...affectingErrors, 'hours_not_found'],
});

export const deleteOperatingHours = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/operating-hours/:hoursId/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  summary: 'Remove one span of opening hours. Affected sessions stay, unless decided otherwise.',
  params: hoursParams,
  body: z.object({ version: seenVersion, sessions: SessionDecisions.optional() }),
  errors: [...affectingErrors, 'hours_not_found'],
});

const OpeningTime = WallTime.refine((time) => time !== '24:00', 'Use a time up to 23:59');

const OverrideFields = z.object({
  from: Day,
  to: Day,
  reason: line({ max: longestSpecialHoursReason }).default(''),
  closed: z.boolean().optional(),
  opens: OpeningTime.nullable().default(null),
  closes: WallTime.nullable().default(null).describe('On the next day, unless it is later than opens.'),
  more_hours: z
    .array(z.object({ opens: OpeningTime, closes: WallTime }))
    .max(3)
    .default([])
    .describe('Further hours of the same days, in order.'),
});

type Override = z.output<typeof OverrideFields>;

const isLastDayLast = ({ from, to }: Override) => from <= to;
const hasHours = ({ closed, opens, closes }: Override) =>
  closed === true || (closed === undefined && opens === null && closes === null) || (opens !== null && closes !== null);
/** Each of several spans begins when the one before has ended; the last ends before the first begins a day later. */
const isInOrder = ({ closed, opens, closes, more_hours }: Override) => {
  if (closed || opens === null || closes === null) return more_hours.length === 0;
  const spans = [{ opens, closes }, ...more_hours];
  const begins = [...spans.slice(1).map((span) => minutesOf(span.opens)), minutesOf(opens) + 24 * 60];
  return spans.every((span, index) => closingMinute(span) <= begins[index]!);
};
const lastDayLast = { path: ['to'], error: 'The last day must not be before the first' };
const bothTimes = { path: ['closes'], error: 'Enter both times' };
const inOrder = { path: ['more_hours'], error: 'These hours overlap' };

/** A day, or a range of days, that differs from the weekly hours. Closed when it has no hours. A night belongs to the day it begins. */
const OverrideInput = OverrideFields.refine(isLastDayLast, lastDayLast)
  .refine(hasHours, bothTimes)
  .refine(isInOrder, inOrder);

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
    more_hours: z.array(z.object({ opens: WallTime, closes: WallTime })),
    created_at: Instant,
    version: z.string().describe('Changes with every change.'),
  })
  .meta({ id: 'ScheduleOverride' });

export const listScheduleOverrides = endpoint({
  method: 'GET',
  path: '/organizations/:id/schedule-overrides/',
  access: 'member',
  namesOrganization: 'params',
  summary: 'Days whose hours differ from the weekly ones.',
  params: underOrganization,
  query: z.object({ gym_ids: queryIds.optional(), from: Day.optional(), to: Day.optional() }),
  returns: z.object({ results: z.array(ScheduleOverride) }),
  errors: ['gym_not_found'],
});

export const previewScheduleOverride = endpoint({
  method: 'POST',
  path: '/organizations/:id/schedule-overrides/preview/',
  cost: 50,
  access: 'gym_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  forgets: true,
  summary: 'Upcoming sessions that a new, changed or removed override would leave outside the hours.',
  params: underOrganization,
  body: z.object({
    gym_ids: idList(100).optional().describe('The gyms of a new one.'),
    override_id: Id.optional().describe('The one that changes.'),
    override: OverrideInput.nullable().describe('Null: it is removed.'),
    version: z.string().max(64).optional(),
  }),
  returns: AffectedSessions,
  errors: ['gym_not_found', 'override_not_found', 'changed_meanwhile'],
});

export const createScheduleOverride = endpoint({
  method: 'POST',
  path: '/organizations/:id/schedule-overrides/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  sentOnce: true,
  summary:
    'Close the given gyms, or change their hours, on certain days. Affected sessions stay, unless decided otherwise.',
  params: underOrganization,
  body: z.object({ gym_ids: idList(100), override: OverrideInput, sessions: SessionDecisions.optional() }),
  returns: z.object({ results: z.array(ScheduleOverride) }),
  status: 201,
  errors: [...affectingErrors, 'gym_not_found'],
});

const overrideParams = z.object({ id: Id, overrideId: Id });

export const updateScheduleOverride = endpoint({
  method: 'PUT',
  path: '/organizations/:id/schedule-overrides/:overrideId/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  summary: 'Change a schedule override. Affected sessions stay, unless decided otherwise.',
  params: overrideParams,
  body: OverrideFields.extend({ version: z.string().max(64).optional(), sessions: SessionDecisions.optional() })
    .refine(isLastDayLast, lastDayLast)
    .refine(hasHours, bothTimes)
    .refine(isInOrder, inOrder),
  returns: ScheduleOverride,
  errors: [...affectingErrors, 'override_not_found'],
});

export const deleteScheduleOverride = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/schedule-overrides/:overrideId/',
  access: 'gym_admin',
  namesOrganization: 'params',
  cost: 50,
  insideOrganization: true,
  summary: 'Remove a schedule override. Affected sessions stay, unless decided otherwise.',
  params: overrideParams,
  body: z.object({ version: z.string().max(64).optional(), sessions: SessionDecisions.optional() }),
  errors: [...affectingErrors, 'override_not_found'],
});
