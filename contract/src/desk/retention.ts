import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant } from '../api/primitives.ts';
import { NewMessage } from '../messages.ts';
import { SessionTime, WorkoutType } from '../sessions/sessions.ts';
import { Person } from '../users/users.ts';

/**
 * From this probability on a member is on the list, which is chosen so that of ten named about four leave. An organization that
 * learns from its own history chooses its own for members who are slipping.
 */
export const leastRisk = { slipping: 0.3, quiet: 0.4 } as const;
/** How long a remedy may take to be counted as the reason that a member came back. */
export const comeBackDays = 30;
/** Over how many days outcomes are counted. */
export const outcomeDays = 90;
/** How long a dismissed member stays off the list. */
export const dismissDays = 30;

const RemedyKind = z.enum(['message', 'invite', 'ask_friend']);
export type RemedyKind = z.infer<typeof RemedyKind>;

const RiskFactor = z.object({
  name: z.string().describe('A feature of the model, such as `missed`.'),
  text: z.string().describe("In words, such as 'No session for 19 days'."),
  raises: z.boolean().describe('Whether it makes leaving more likely than for an average member.'),
});

const MemberAtRisk = z
  .object({
    person: Person,
    list: z
      .enum(['slipping', 'quiet'])
      .describe('`slipping`: away for less than 21 days, and the habit fades. `quiet`: away for longer.'),
    probability: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "That the member will not train in the next 30 days; null until the gym's own history says how likely.",
      ),
    level: z.enum(['low', 'possible', 'likely', 'very_likely']),
    reason: z.string().describe("Such as 'Trained twice a week until October, nothing for 19 days'."),
    factors: z.array(RiskFactor).describe('What moves the probability most, the strongest first.'),
    last_session_at: Instant,
    remedies: z
      .array(z.object({ kind: RemedyKind, tried_at: Instant }))
      .describe('What was tried in the last 30 days, newest first.'),
    can_message: z.boolean().describe('False for an emulating super admin, who is no member.'),
    can_invite: z.boolean(),
    can_ask_friend: z.boolean().describe('A friend still trains, and was not asked in the last 30 days.'),
  })
  .meta({ id: 'MemberAtRisk' });
export type MemberAtRisk = z.infer<typeof MemberAtRisk>;

const Outcome = z
  .object({
    tried: z.number().int().describe('Members for whom something was tried in the last 90 days.'),
    came_back: z.number().int().describe('How many of them trained within 30 days after it.'),
    latest: z
      .array(z.object({ person: Person, kind: RemedyKind, days: z.number().int() }))
      .describe('Who came back last, after which remedy, and after how many days.'),
  })
  .meta({ id: 'RemedyOutcome' });

const Model = z
  .object({
    is_own: z.boolean().describe("Whether the gym's own history was enough to learn from."),
    made_at: Instant.nullable().describe('When the history was last looked at; null before the first night.'),
    lacks: z
      .enum(['weeks', 'check_ins', 'leavers', 'any_leavers', 'stayers'])
      .nullable()
      .describe(
        'What the history lacks: it is too short, hardly anyone checks in where sessions repeat, too few or no members left, or nearly all did.',
      ),
    weeks: z.number().int().describe('The weeks of history that can be learned from.'),
    members: z.number().int(),
    leavers: z.number().int(),
  })
  .meta({ id: 'RiskModel' });

const PredictedMonth = z
  .object({
    month: z.string().describe("Such as '2026-10', by the organization's own calendar."),
    named: z.number().int().describe('Members who came onto the list in this month.'),
    left: z.number().int().describe('How many of them did not train in the 30 days after.'),
  })
  .meta({ id: 'PredictedMonth' });

const scoped = { access: 'gym_admin', insideOrganization: true } as const;

export const listMembersAtRisk = endpoint({
  ...scoped,
  method: 'GET',
  path: '/analytics/at-risk/',
  replica: true,
  namesOrganization: 'query',
  summary:
    'Members at risk of leaving, with the reason in words and what came of remedies. Half of the places on each page go to members who are slipping, half to those who have gone quiet, the likeliest of each first.',
  query: pageQuery().extend({ organization_id: Id.optional(), gym_id: Id.optional() }),
  returns: pageOf(MemberAtRisk).extend({
    computed_at: Instant.nullable().describe('Null before the first night.'),
    outcome: Outcome,
    counts: z.object({ slipping: z.number().int(), quiet: z.number().int() }),
    model: Model,
    predicted: z.array(PredictedMonth).describe('The last six months whose outcome is known, newest first.'),
  }),
  errors: ['gym_not_found'],
});

export const getMemberRisk = endpoint({
  ...scoped,
  method: 'GET',
  path: '/analytics/at-risk/:id/',
  replica: true,
  summary: 'The risk of one member, however low; null without a habit to judge by.',
  params: byId,
  returns: z.object({ risk: MemberAtRisk.nullable() }),
  errors: ['user_not_found'],
});

const FittingSession = z.object({
  id: Id,
  title: z.string(),
  workout_type: WorkoutType,
  gym: z.object({ id: Id, name: z.string() }),
  start_time: SessionTime,
  available_spots: z.number().int(),
  is_usual_time: z.boolean().describe('On a weekday and at a time at which the member usually trains.'),
});

export const listSessionsForMemberAtRisk = endpoint({
  ...scoped,
  method: 'GET',
  path: '/analytics/at-risk/:id/sessions/',
  replica: true,
  summary: 'Up to three open sessions of the next 14 days that fit when the member usually trains.',
  params: byId,
  returns: z.object({ results: z.array(FittingSession) }),
  errors: ['user_not_found'],
});

const RemedyAnswer = z.object({ risk: MemberAtRisk.nullable() });

export const messageMemberAtRisk = endpoint({
  ...scoped,
  method: 'POST',
  path: '/analytics/at-risk/:id/message/',
  emulating: 'refused',
  sentOnce: true,
  limit: 'message',
  summary: "Send the caller's message to a member at risk, in their direct conversation.",
  params: byId,
  body: NewMessage,
  returns: RemedyAnswer,
  errors: ['user_not_found', 'not_yourself', 'message_request_waits'],
});

export const inviteMemberAtRisk = endpoint({
  ...scoped,
  method: 'POST',
  path: '/analytics/at-risk/:id/invite/',
  emulating: 'refused',
  sentOnce: true,
  limit: 'message',
  summary: 'Invite a member at risk to a session at a gym that the caller manages.',
  params: byId,
  body: z.object({ session_id: Id }),
  returns: RemedyAnswer,
  errors: [
    'user_not_found',
    'not_yourself',
    'session_not_found',
    'session_started',
    'session_cancelled',
    'session_full',
    'member_already_in',
    'member_cannot_join',
  ],
});

export const askFriendToReachOut = endpoint({
  ...scoped,
  method: 'POST',
  path: '/analytics/at-risk/:id/ask-friend/',
  sentOnce: true,
  limit: 'message',
  summary: 'Ask the friend who trains most with a member to say hello. The friend hears of no risk.',
  params: byId,
  returns: RemedyAnswer,
  errors: ['user_not_found', 'no_friend_to_ask'],
});

export const dismissMemberAtRisk = endpoint({
  ...scoped,
  method: 'POST',
  path: '/analytics/at-risk/:id/dismiss/',
  summary: 'Take a member off the list for 30 days.',
  params: byId,
  errors: ['user_not_found'],
});

export const restoreMemberAtRisk = endpoint({
  ...scoped,
  method: 'DELETE',
  path: '/analytics/at-risk/:id/dismiss/',
  summary: 'Put a dismissed member back on the list.',
  params: byId,
  errors: ['user_not_found'],
});
