import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { Cursor, pageOf, pageQuery } from '../api/page.ts';
import {
  byId,
  Id,
  Instant,
  InstantInput,
  idList,
  line,
  paragraph,
  queryFlag,
  queryNumber,
  WallTime,
} from '../api/primitives.ts';
import { longestCancelReason } from '../limits.ts';
import { workoutKinds } from '../theme/theme-default.ts';
import { levelsInOrder } from '../users/fitness-levels.ts';
import { FitnessLevel, Person } from '../users/users.ts';
import { facesInList, sessionLimits } from './limits.ts';

/** A moment for display: `local` and `timezone` are the gym's, or the reader's own with `X-Use-New-Timezone: true`. */
export const SessionTime = z
  .object({
    utc: Instant,
    local: z.string().describe('Wall time with its offset, as RFC 3339.'),
    timezone: z.string(),
    relative: z.string().describe("In words, such as 'in 2 hours'."),
  })
  .meta({ id: 'SessionTime' });
export type SessionTime = z.infer<typeof SessionTime>;

export const WorkoutType = z.enum(workoutKinds);
export const GenderPreference = z.enum(['any', 'female', 'male', 'non_binary']);
export const SessionStatus = z.enum(['active', 'cancelled']);

/** Why a member can't join, in the order of the policy. */
export const CannotJoinReason = z.enum([
  'session_cancelled',
  'session_started',
  'already_joined',
  'session_full',
  'not_invited',
  'level_not_met',
  'gender_not_met',
]);

export const Session = z
  .object({
    id: Id,
    workout_type: WorkoutType,
    session_type: z.object({ id: Id, name: z.string() }).nullable().describe("The organization's own name for it."),
    title: z.string(),
    description: z.string(),
    start_time: SessionTime,
    end_time: SessionTime,
    duration_minutes: z.number().int(),
    creator: Person,
    max_participants: z.number().int(),
    current_participants: z.number().int().describe('Spots taken, guests included.'),
    available_spots: z.number().int(),
    fitness_level_min: FitnessLevel,
    fitness_level_max: FitnessLevel,
    gender_preference: GenderPreference,
    guests_per_member: z.number().int().describe('How many guests each participant may bring; 0: none.'),
    invite_only: z
      .boolean()
      .describe("Only its participants, invited members and the gym's managers see it. Its link leads nowhere."),
    status: SessionStatus,
    participants: z
      .array(Person)
      .describe(
        `In the order they joined. A list carries the first ${facesInList} of each session; see current_participants for all.`,
      ),
    gym: z.object({ id: Id, name: z.string(), timezone: z.string() }),
    can_join: z.boolean(),
    can_edit: z.boolean(),
    can_cancel: z.boolean(),
    cannot_join_reason: CannotJoinReason.nullable(),
    can_wait: z.boolean().describe('Whether the reader may join the waitlist.'),
    is_participant: z.boolean(),
    attended: z.boolean().nullable().describe('Whether the reader attended; null until known.'),
    is_waitlisted: z.boolean(),
    waitlist_count: z.number().int(),
    series_id: Id.nullable(),
    created_at: SessionTime.pick({ utc: true, local: true }),
    share_token: z.string().nullable().describe('For participants only.'),
    referrer_code: z.string().nullable().describe("The reader's own share code, to append to the link."),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/**
 * What the reader waits for: all spots are taken (`full`); free ones are on offer to members ahead
 * (`offered_to_others`); one is free but no offers go out at night (`quiet_hours`, see `next_offer_at`); or one is held
 * for the reader (`your_turn`, see `offer_expires_at`).
 */
export const WaitlistReason = z.enum(['full', 'offered_to_others', 'quiet_hours', 'your_turn']);

/** A session with the details of its own page. */
export const SessionDetail = Session.extend({
  waitlist_position: z.number().int().nullable(),
  waitlist_reason: WaitlistReason.nullable().describe('Null unless the reader is on the waitlist.'),
  offer_expires_at: Instant.nullable().describe('A spot is held for the reader until then.'),
  next_offer_at: Instant.nullable().describe('In quiet hours: when the next member on the waitlist gets an offer.'),
  can_propose: z.boolean().describe('Participants and invited friends may propose another time; the host may not.'),
  guests: z
    .array(
      z.object({
        user_id: Id.describe('The participant who brings them.'),
        first_names: z
          .array(z.string().nullable())
          .describe('One for each guest. Names are for participants, the host and managers; others read null.'),
      }),
    )
    .describe('In the order their participants joined.'),
  can_bring_guests: z.boolean().describe('The reader may change their guests; each new one needs an available spot.'),
  co_host_ids: z
    .array(Id)
    .describe('Participants who may edit this session and check people in, the longest-serving first.'),
  next_host_id: Id.nullable().describe(
    'For the host: who takes over when they leave. Null without other participants.',
  ),
  can_choose_co_hosts: z.boolean().describe("The host and the gym's managers may."),
  can_change_series: z.boolean().describe('Co-hosts change single sessions only.'),
  can_check_in: z.boolean(),
  can_check_in_others: z.boolean().describe("The host, co-hosts and the gym's managers may check in others."),
  checked_in_user_ids: z.array(Id),
  series: z
    .object({ id: Id, rule: z.string(), timezone: z.string(), in_words: z.string(), joined: z.boolean() })
    .nullable(),
  can_decline: z.boolean().describe("An invited member may answer that they can't go."),
  has_declined: z.boolean().describe("The reader answered that they can't go."),
  declined: z.array(Person).describe("Invited members who can't go, for the host and the gym's managers only."),
  invited: z
    .array(Person)
    .describe("Invited members who haven't answered, for the host, co-hosts and the gym's managers only."),
  other_times: z
    .array(Instant)
    .describe('Times that invited members may choose instead when they join; see `start_time` of joinSession.'),
  open_proposals: z.number().int(),
  cancel_reason: z.string().nullable().describe('The reason given when it was cancelled.'),
}).meta({ id: 'SessionDetail' });
export type SessionDetail = z.infer<typeof SessionDetail>;

const PartOfDay = z.enum(['morning', 'afternoon', 'evening']);

export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions/',
  access: 'member',
  replica: true,
  cost: 10,
  summary: 'Active sessions at the gyms the caller can access, soonest first.',
  query: pageQuery(30).extend({
    gym: Id.optional(),
    from: InstantInput.optional().describe('Ending after this moment; now by default.'),
    to: InstantInput.optional().describe('Starting before this moment.'),
    workout_type: WorkoutType.optional(),
    level: FitnessLevel.optional().describe('Open to this fitness level.'),
    part_of_day: PartOfDay.optional().describe("Starting before 12:00, before 17:00, or later, by the gym's clock."),
    mine: queryFlag.optional().describe('Only sessions the caller is in.'),
    joinable: queryFlag
      .optional()
      .describe('Only sessions the caller could join now; one for invited people until they answer.'),
    invited: queryFlag
      .optional()
      .describe('Only sessions the caller is invited to, could join now, and has not answered.'),
    waiting: queryFlag.optional().describe('Only sessions whose waitlist the caller is on.'),
    host: Id.optional().describe('Only sessions hosted by this member.'),
    series: Id.optional().describe('Only sessions of this series.'),
    text: line({ max: sessionLimits.searchText })
      .optional()
      .describe(
        `In the title or the description, of the first ${sessionLimits.searched} sessions that match the rest.`,
      ),
    order: z.enum(['soonest', 'latest']).default('soonest'),
    cursor: Cursor.optional().describe('From the `next` of the previous page; replaces `page`.'),
  }),
  returns: pageOf(Session),
  errors: ['gym_not_found'],
});

/** With an offset, or as wall time in the gym's zone (`2026-11-20T18:00`). */
const SessionStart = z.union(
  [InstantInput, z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:00)?$/)],
  { error: 'Not a valid time' },
);

const { minutes, spots } = sessionLimits;

const sessionFields = {
  title: line({ max: sessionLimits.title, required: 'Title is required' }),
  description: paragraph({ max: sessionLimits.description }),
  workout_type: WorkoutType,
  session_type_id: Id.nullable(),
  gym_id: Id,
  start_time: SessionStart,
  end_time: SessionStart,
  duration_minutes: z
    .number()
    .int()
    .min(minutes.least, `At least ${minutes.least} minutes`)
    .max(minutes.most, `At most ${minutes.most / 60} hours`),
  max_participants: z
    .number()
    .int()
    .min(spots.least, `At least ${spots.least} spots`)
    .max(spots.most, `At most ${spots.most} spots`),
  fitness_level_min: FitnessLevel,
  fitness_level_max: FitnessLevel,
  gender_preference: GenderPreference,
  guests_per_member: z
    .number()
    .int()
    .min(0, 'Cannot be less than 0')
    .max(sessionLimits.guests, `At most ${sessionLimits.guests} guests each`),
  invite_only: z.boolean(),
};

type Times = { start_time?: string; end_time?: string };
type Levels = { fitness_level_min?: z.infer<typeof FitnessLevel>; fitness_level_max?: z.infer<typeof FitnessLevel> };

/** Two moments, or two wall times; the server compares a moment with a wall time, because it knows the zone. */
const endsAfterStart = ({ start_time, end_time }: Times) =>
  start_time === undefined ||
  end_time === undefined ||
  isWall(start_time) !== isWall(end_time) ||
  end_time > start_time;
const isWall = (time: string) => !time.endsWith('Z');
export const hasLevelsInOrder = ({ fitness_level_min = 'beginner', fitness_level_max = 'advanced' }: Levels) =>
  levelsInOrder(fitness_level_min, fitness_level_max);

const endRule = { path: ['end_time'], error: 'The session must end after it starts' };
export const levelRule = { path: ['fitness_level_max'], error: 'The highest level must not be below the lowest' };

export const SessionInput = z
  .object({
    ...sessionFields,
    description: sessionFields.description.default(''),
    session_type_id: sessionFields.session_type_id.default(null),
    gym_id: sessionFields.gym_id.optional().describe("The caller's current gym unless given."),
    end_time: sessionFields.end_time.optional().describe('Instead of a duration.'),
    duration_minutes: sessionFields.duration_minutes.default(minutes.usual),
    max_participants: sessionFields.max_participants.default(spots.usual),
    fitness_level_min: sessionFields.fitness_level_min.default('beginner'),
    fitness_level_max: sessionFields.fitness_level_max.default('advanced'),
    gender_preference: sessionFields.gender_preference.default('any'),
    guests_per_member: sessionFields.guests_per_member.default(0),
    invite_only: sessionFields.invite_only.default(false),
    repeat_rule: line({ max: sessionLimits.repeatRule })
      .optional()
      .describe('An RRULE of RFC 5545, for a repeating session.'),
    invited_user_ids: idList(100).optional(),
  })
  .refine(endsAfterStart, endRule)
  .refine(hasLevelsInOrder, levelRule)
  .refine(({ invite_only, repeat_rule }) => !(invite_only && repeat_rule), {
    path: ['repeat_rule'],
    error: "Sessions for invited people only can't repeat",
  })
  .meta({ id: 'SessionInput' });

const timeErrors = ['session_in_past', 'gym_closed', 'time_does_not_exist'] as const;

export const createSession = endpoint({
  method: 'POST',
  path: '/sessions/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Create a session; the creator is its first participant.',
  body: SessionInput,
  returns: SessionDetail,
  status: 201,
  errors: ['gym_not_found', 'user_not_found', 'series_rule_invalid', ...timeErrors],
  limit: 'session',
});

export const checkSessionTime = endpoint({
  method: 'GET',
  path: '/sessions/check-time/',
  access: 'member',
  summary: 'Check a time before choosing it; an overlap is only a warning.',
  query: z.object({
    gym_id: Id,
    start_time: SessionStart,
    duration_minutes: queryNumber(minutes.least, minutes.most).default(minutes.usual),
    exclude: Id.optional().describe('The session being moved.'),
  }),
  returns: z.object({
    exists: z.boolean().describe("False for a time the gym's clocks skip that day."),
    starts_in_past: z.boolean(),
    open: z.boolean(),
    hours: z
      .array(z.object({ opens: WallTime, closes: WallTime }))
      .describe("The gym's opening hours that day, including special hours; empty when closed."),
    overlapping: z
      .array(z.object({ id: Id, title: z.string(), start_time: SessionTime, end_time: SessionTime }))
      .describe("The caller's own sessions at that time."),
  }),
  errors: ['gym_not_found'],
});

export const getSession = endpoint({
  method: 'GET',
  path: '/sessions/:id/',
  access: 'member',
  summary: 'One session.',
  params: byId,
  returns: SessionDetail,
  errors: ['session_not_found'],
});

export const SeriesScope = z
  .enum(['this', 'following', 'all'])
  .default('this')
  .describe('Of a repeating session: this one, this and following, or all upcoming.');

export const updateSession = endpoint({
  method: 'PATCH',
  path: '/sessions/:id/',
  access: 'member',
  summary: 'Edit a session; its participants are notified.',
  params: byId,
  body: z
    .object({
      ...z.object(sessionFields).partial().shape,
      repeat_rule: line({ max: sessionLimits.repeatRule })
        .nullable()
        .optional()
        .describe(
          'An RRULE of RFC 5545: how it repeats from now on, for `following` or `all`, or for a session that does not repeat yet. ' +
            'Sessions on other days are cancelled; COUNT and UNTIL count from its first session. Null: it no longer repeats, and only this one stays.',
        ),
      scope: SeriesScope,
    })
    .refine(endsAfterStart, endRule)
    .refine(hasLevelsInOrder, levelRule),
  returns: SessionDetail,
  errors: [
    'session_not_found',
    'session_started',
    'session_cancelled',
    'spots_below_participants',
    'guests_above_limit',
    'gym_not_found',
    'series_rule_invalid',
    'access_denied',
    ...timeErrors,
  ],
});

export const cancelSession = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/',
  access: 'member',
  summary: 'Cancel a session; its participants are notified.',
  params: byId,
  query: z.object({ scope: SeriesScope, reason: line({ max: longestCancelReason }).optional() }),
  errors: ['session_not_found', 'session_started', 'session_cancelled', 'access_denied'],
});
