import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { byId, Id, Instant, InstantInput, paragraph } from './api/primitives.ts';
import { sessionLimits } from './sessions/limits.ts';
import { hasLevelsInOrder, levelRule, SessionDetail, SessionInput, WorkoutType } from './sessions/sessions.ts';

const asInSession = SessionInput.shape;

/** How a time was found. */
export const TimeBasis = z
  .enum(['shared', 'yours', 'theirs', 'near', 'open'])
  .describe(
    "`shared`: the caller and others usually train then. `yours`: the others' times are not known to the caller, who usually trains then. " +
      "`theirs`: the caller has no usual times yet, and others train then. `near`: close to the caller's usual times. " +
      '`open`: the gym is open, and nothing more is known.',
  );

const TrainingTimes = z
  .object({
    gym: z
      .object({ id: Id, name: z.string(), timezone: z.string() })
      .nullable()
      .describe('Where they can meet; null when there is no gym that the caller and one of the others may use.'),
    request_waits: z
      .boolean()
      .describe("The caller's first message to them is not answered yet, and until then nobody can be invited."),
    people: z.number().int().describe('How many others may use that gym, and so are invited.'),
    workout_type: WorkoutType.describe('What they train most, or like best.'),
    duration_minutes: z.number().int(),
    times: z
      .array(
        z.object({
          start_time: Instant,
          basis: TimeBasis,
          can_come: z
            .number()
            .int()
            .describe('How many of the others usually train then, and have no session then that the caller can see.'),
        }),
      )
      .describe('At most three, soonest first. The gym is open, and the caller has no other session then.'),
  })
  .meta({ id: 'TrainingTimes' });
export type TrainingTimes = z.infer<typeof TrainingTimes>;

const Invitation = z
  .object({
    gym_id: Id,
    workout_type: WorkoutType,
    session_type_id: asInSession.session_type_id,
    title: asInSession.title,
    description: asInSession.description,
    start_time: asInSession.start_time,
    other_times: z
      .array(InstantInput)
      .max(2)
      .default([])
      .describe('For one member: other times they may choose instead, at which the gym is open.'),
    duration_minutes: asInSession.duration_minutes,
    max_participants: asInSession.max_participants
      .unwrap()
      .optional()
      .describe('A spot for each of the invited people unless given; the usual number if others may join.'),
    fitness_level_min: asInSession.fitness_level_min,
    fitness_level_max: asInSession.fitness_level_max,
    gender_preference: asInSession.gender_preference,
    guests_per_member: asInSession.guests_per_member,
    repeat_rule: asInSession.repeat_rule,
    let_others_join: z.boolean().default(false).describe('Everyone at the gym sees it and may join.'),
    message: paragraph({ max: sessionLimits.proposalMessage }).default('').describe('A few words under the card.'),
    client_nonce: Id.describe('Unique for its sender, forever: a retry returns the first session.'),
  })
  .refine(hasLevelsInOrder, levelRule)
  .refine(({ let_others_join, repeat_rule }) => let_others_join || !repeat_rule, {
    path: ['repeat_rule'],
    error: "Sessions for invited people only can't repeat",
  });
export type Invitation = z.output<typeof Invitation>;

const Invited = z.object({ conversation_id: Id, session: SessionDetail });

const inviting = {
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  params: byId,
  body: Invitation,
  returns: Invited,
  status: 201,
  limit: 'session',
} as const;
const timeErrors = [
  'gym_not_found',
  'session_in_past',
  'gym_closed',
  'time_does_not_exist',
  'series_rule_invalid',
] as const;

export const listTimesWithMember = endpoint({
  method: 'GET',
  path: '/users/:id/train-together/',
  access: 'member',
  // Spotter support trains nowhere.
  emulating: 'refused',
  cost: 5,
  summary: 'Times at which the caller and another member could train together.',
  params: byId,
  returns: TrainingTimes,
  errors: ['user_not_found', 'not_yourself'],
});

export const trainWithMember = endpoint({
  ...inviting,
  method: 'POST',
  path: '/users/:id/train-together/',
  summary: 'Create a session, invite a member, and send its card to their direct conversation, all once.',
  errors: ['user_not_found', 'not_yourself', 'message_request_waits', ...timeErrors],
});

export const listTimesWithConversation = endpoint({
  method: 'GET',
  path: '/conversations/:id/train-together/',
  access: 'member',
  emulating: 'refused',
  cost: 60,
  summary: 'Times at which most of a conversation could train together.',
  params: byId,
  returns: TrainingTimes,
  errors: ['conversation_not_found'],
});

export const trainWithConversation = endpoint({
  ...inviting,
  method: 'POST',
  path: '/conversations/:id/train-together/',
  summary:
    'Create a session, invite everyone in a conversation who may use its gym, and send its card there, all once.',
  errors: ['conversation_not_found', 'message_request_waits', ...timeErrors],
});

export const inviteMember = endpoint({
  ...inviting,
  method: 'POST',
  path: '/users/:id/invite-to-session/',
  summary: "Invite a member to one of the caller's sessions, and send its card to their direct conversation, once.",
  body: z.object({ session_id: Id, client_nonce: Invitation.shape.client_nonce }),
  returns: z.object({ conversation_id: Id }),
  limit: 'message',
  errors: [
    'user_not_found',
    'not_yourself',
    'session_not_found',
    'not_a_participant',
    'session_started',
    'session_cancelled',
    'message_request_waits',
    'member_already_in',
    'member_cannot_join',
  ],
});
