import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { Day, Id, Instant, queryNumber } from '../api/primitives.ts';
import { WorkoutType } from '../sessions/sessions.ts';
import { Person } from '../users/users.ts';
import { longestPeriodDays } from './analytics-words.ts';

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const AnalyticsQuery = z
  .object({
    organization_id: Id.optional(),
    gym_id: Id.optional(),
    from: Day.optional(),
    to: Day.optional(),
    range: z
      .enum(['7d', '30d', '90d', '12m'])
      .optional()
      .describe('Ends with `to`, or today; unused when `from` is given. 30d when nothing is given.'),
  })
  .refine((query) => query.from === undefined || query.to === undefined || query.from <= query.to, {
    path: ['to'],
    error: 'The last day must not be before the first',
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysBetween(from, to) < longestPeriodDays, {
    path: ['to'],
    error: 'Choose at most two years',
  });

/** The days of a period may begin before the first day that can be asked for. */
const CountedDay = z.iso.date();
const Period = z.object({
  from: CountedDay,
  to: CountedDay,
  timezone: z.string().describe('Of the only or the oldest gym.'),
});

/** A figure, what it counts, and its value in the previous period, which is as long. */
const Figure = z
  .object({
    value: z.number().nullable().describe('Rates are percentages; null when there is nothing to measure.'),
    previous: z.number().nullable(),
    change_percent: z.number().nullable(),
    explanation: z.string(),
  })
  .meta({ id: 'Figure' });

const Point = z.object({
  day: CountedDay,
  sessions: z.number(),
  joins: z.number(),
  spots: z.number().describe('In these sessions, taken or not.'),
  confirmed: z.number().describe('Participants whose attendance was confirmed.'),
  attended: z.number().describe('How many of these came.'),
  active_members: z.number(),
  new_members: z.number(),
});
const WorkoutShare = z.object({
  workout_type: WorkoutType,
  sessions: z.number(),
  joins: z.number(),
  share: z.number().describe('Of all sessions, in percent.'),
});
const PopularTime = z.object({
  weekday: z.number().int().min(0).max(6).describe('0 is Monday.'),
  hour: z.number().int().min(0).max(23),
  sessions: z.number(),
  joins: z.number(),
});

const Figures = z.object({
  active_members: Figure,
  sessions: Figure,
  joins: Figure,
  fill_rate: Figure,
  new_members: Figure,
  attendance_rate: Figure,
});

const scopeErrors = ['gym_not_found'] as const;

const GymFigures = z.object({
  gym: z.object({ id: Id, name: z.string(), closed_on: CountedDay.nullable().describe('Null while it is open.') }),
  figures: Figures,
});

function analytics<const P extends `/analytics/${string}/`, R extends z.ZodObject>(
  path: P,
  summary: string,
  returns: R,
) {
  return endpoint({
    method: 'GET',
    path,
    access: 'gym_admin',
    replica: true,
    cost: 5,
    insideOrganization: true,
    namesOrganization: 'query',
    summary,
    query: AnalyticsQuery,
    returns,
    errors: scopeErrors,
  });
}

const Dashboard = z.object({
  period: Period,
  figures: Figures,
  trend: z.array(Point),
  previous_trend: z.array(Point).describe('The days of the previous period, which has as many.'),
  popular_times: z.array(PopularTime),
  workout_types: z.array(WorkoutShare),
});

export const getDashboard = analytics(
  '/analytics/dashboard/',
  'The admin dashboard, for the gyms the caller may see.',
  Dashboard.extend({
    setup: z
      .object({
        has_brand: z.boolean(),
        has_hours: z.boolean(),
        has_sessions: z.boolean(),
        members: z.number().int().describe('Up to ten are counted.'),
      })
      .describe('What a new organization has set up so far.'),
  }),
);
export const getOrganizationDashboard = analytics(
  '/analytics/org-dashboard/',
  'The dashboard of the whole organization, by gym. Gyms that opened later or closed before are left out.',
  Dashboard.extend({ gyms: z.array(GymFigures) }),
);
export const getGymDashboard = analytics(
  '/analytics/gym-dashboard/',
  'The dashboard of one gym.',
  Dashboard.extend({ gym: z.object({ id: Id, name: z.string(), timezone: z.string() }) }),
);
export const getAnalyticsSummary = analytics(
  '/analytics/summary/',
  'Key figures with their change.',
  z.object({ period: Period, figures: Figures }),
);
/** Figures that people are behind; how full sessions are is made of the spots taken. */
export const figuresOfPeople = ['active_members', 'sessions', 'joins', 'new_members', 'attendance_rate'] as const;

export const listFigurePeople = endpoint({
  method: 'GET',
  path: '/analytics/people/',
  access: 'gym_admin',
  replica: true,
  cost: 50,
  insideOrganization: true,
  namesOrganization: 'query',
  summary: 'The people behind a figure, those with the largest part first.',
  query: AnalyticsQuery.safeExtend({
    ...pageQuery(50).shape,
    figure: z.enum(figuresOfPeople),
    joined_from: Day.optional().describe('With `joined_to`: only people who joined in these days, as in retention.'),
    joined_to: Day.optional(),
    workout_type: WorkoutType.optional().describe('Only sessions of this type.'),
    weekday: queryNumber(0, 6).optional().describe('Only sessions that start on it; 0 is Monday.'),
    hour: queryNumber(0, 23).optional().describe("Only sessions that start in it, by the gym's clock."),
  }).refine(({ joined_from, joined_to }) => (joined_from === undefined) === (joined_to === undefined), {
    path: ['joined_to'],
    error: 'Choose the first and last day',
  }),
  returns: pageOf(
    z.object({
      person: Person,
      can_open: z.boolean().describe('Whether the caller manages this member.'),
      count: z
        .number()
        .int()
        .describe('Theirs of the figure: sessions, hosted sessions, spots, or sessions they came to.'),
      total: z.number().int().nullable().describe('For attendance: the sessions where it was confirmed.'),
      joined_at: Instant.nullable().describe('For new members.'),
    }),
  ).extend({
    figure: z.enum(figuresOfPeople),
    is_partial: z.boolean().describe('Whether only the latest sessions of a long period were looked at.'),
  }),
  errors: scopeErrors,
});

export const getPopularTimes = analytics(
  '/analytics/popular-times/',
  "How busy each hour of the week is, in the gym's zone.",
  z.object({ period: Period, results: z.array(PopularTime) }),
);
export const getWorkoutTypeBreakdown = analytics(
  '/analytics/workout-types/',
  'Sessions by workout type.',
  z.object({ period: Period, results: z.array(WorkoutShare) }),
);
export const getTrends = analytics(
  '/analytics/trends/',
  'Figures by day.',
  z.object({ period: Period, results: z.array(Point) }),
);
export const getRetention = analytics(
  '/analytics/retention/',
  'Weekly retention cohorts, for each week that has a day in the period.',
  z.object({
    period: Period,
    cohorts: z.array(
      z.object({
        week: CountedDay.describe('Its Monday.'),
        members: z.number().int().describe('Who joined that week.'),
        active_by_week: z.array(z.number().int()).describe('How many of them were active that week and each after.'),
      }),
    ),
  }),
);
export const getMonthlyRetention = analytics(
  '/analytics/retention/monthly/',
  'Monthly retention cohorts, for each month that has a day in the period.',
  z.object({
    period: Period,
    cohorts: z.array(
      z.object({
        month: CountedDay.describe('Its first day.'),
        members: z.number().int().describe('Who joined that month.'),
        active_by_month: z.array(z.number().int()).describe('How many of them were active that month and each after.'),
      }),
    ),
  }),
);
