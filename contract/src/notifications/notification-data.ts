import { z } from 'zod';
import { Day, Id } from '../api/primitives.ts';
import type { NotificationKind } from '../notification-kinds.ts';

const WallMoment = z.string().describe('The clock time at the gym: `2026-11-24T18:30`.');

/** Of a session that is deleted: what it was, and its day at the gym. */
const kept = { session: z.object({ title: z.string(), day: Day }).optional() };
const following = { following: z.boolean().optional().describe('The rest of the series too.') };
const proposal = {
  ...kept,
  proposal_id: Id.optional(),
  answer: z.enum(['accepted', 'rejected', 'countered', 'withdrawn']).optional(),
};

/** What a notification's text needs beside people and things, by kind. Never a name. */
export const notificationData = {
  friend_request: z.object({}),
  friend_accepted: z.object({ by: z.enum(['request', 'invite', 'link']).optional() }),
  session_invite: z.object({ ...kept }),
  session_joined: z.object({
    ...kept,
    guests: z.number().int().optional().describe('Guests that a participant brings.'),
  }),
  session_left: z.object({ ...kept, ...following, late: z.boolean().optional() }),
  session_changed: z.object({
    ...kept,
    ...following,
    changed: z.array(z.string()).optional().describe('Names of the fields of Session.'),
    starts_local: WallMoment.optional(),
    minutes: z.number().int().optional(),
    reason: z.string().optional(),
  }),
  session_cancelled: z.object({
    ...kept,
    ...following,
    reason: z.string().nullish(),
    days: z.array(Day).optional().describe("The member's cancelled dates of a series."),
  }),
  session_starts_soon: z.object({ ...kept, minutes: z.number().int().optional() }),
  spot_freed: z.object({
    ...kept,
    until_local: WallMoment.optional().describe('Until when the spot is held.'),
    ran_out: z.enum(['passed_on', 'free']).optional(),
  }),
  proposal: z.object(proposal),
  proposal_answered: z.object(proposal),
  session_message: z.object({
    ...kept,
    message_id: Id.optional(),
    action: z.string().optional().describe('A quick action; then there is no text.'),
    minutes: z.number().int().optional(),
  }),
  message: z.object({ message_id: Id.optional() }),
  announcement: z.object({}),
  friend_away: z.object({}),
  kudos: z.object({ ...kept }),
  warning: z.object({ text: z.string().describe("The admins' words to the member.") }),
} as const satisfies Record<NotificationKind, z.ZodObject>;

export type NotificationData<K extends NotificationKind> = z.output<(typeof notificationData)[K]>;
