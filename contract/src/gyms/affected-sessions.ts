import { z } from 'zod';
import { Id, Instant, InstantInput, line } from '../api/primitives.ts';
import { longestCancelReason } from '../limits.ts';
import { GymOption } from './gym-option.ts';

/** An upcoming session that a change of hours, or of a location, leaves without an open gym. */
export const AffectedSession = z
  .object({
    id: Id,
    title: z.string(),
    gym: GymOption,
    timezone: z.string(),
    starts_at: Instant,
    duration_minutes: z.number().int(),
    participants_count: z.number().int(),
    series_id: Id.nullable().describe('Sessions of one series can be decided about together.'),
    new_timezone: z.string().describe('The zone of the gym it would be at.'),
    moves_to: Instant.nullable().describe(
      'The same time on the next day the gym is open then, else the nearest open time.',
    ),
  })
  .meta({ id: 'AffectedSession' });
export type AffectedSession = z.infer<typeof AffectedSession>;

export const AffectedSessions = z
  .object({
    version: z.string().describe('Send it with the decisions; it changes when other sessions are affected.'),
    count: z.number().int(),
    results: z.array(AffectedSession).describe('The first two hundred, by start.'),
  })
  .meta({ id: 'AffectedSessions' });

const Action = z.enum(['keep', 'move', 'cancel']);

/** What happens to the sessions that a change affects. Their members are told. */
export const SessionDecisions = z
  .object({
    version: z.string().max(64).describe('The version of the list that was decided about; another one is refused.'),
    choices: z
      .array(
        z.object({
          session_id: Id,
          action: Action,
          start_time: InstantInput.optional().describe('Where it moves; absent: the suggested time.'),
          gym_id: Id.optional().describe('Another gym it moves to.'),
        }),
      )
      .max(300)
      .default([]),
    series: z
      .array(z.object({ series_id: Id, action: Action }))
      .max(300)
      .default([])
      .describe(
        'For all affected sessions of a series that `choices` does not name; they move to their suggested times.',
      ),
    others: Action.default('keep').describe('For affected sessions that neither names.'),
    reason: line({ max: longestCancelReason }).default('').describe('Shown to the members of cancelled sessions.'),
  })
  .refine(
    ({ choices, series, others, reason }) =>
      reason !== '' || ![others, ...[...choices, ...series].map(({ action }) => action)].includes('cancel'),
    { path: ['reason'], error: 'Tell the members why' },
  )
  .meta({ id: 'SessionDecisions' });
export type SessionDecisions = z.infer<typeof SessionDecisions>;
