import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { Id, Instant } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { mostNamesOfAnswers, mostSentInvites } from './limits.ts';

/** A coming session of the caller, and who of the invited members isn't in it. Nobody hidden from the caller is named. */
const SentInvites = z
  .object({
    session_id: Id,
    title: z.string(),
    start_time: z.object({ utc: Instant, timezone: z.string() }),
    invited: z.array(Person).describe(`The first ${mostNamesOfAnswers} who haven't answered.`),
    invited_count: z.int().describe("How many haven't answered."),
    declined: z.array(Person).describe(`The first ${mostNamesOfAnswers} who can't go.`),
    declined_count: z.int().describe("How many can't go."),
  })
  .meta({ id: 'SentInvites' });
export type SentInvites = z.infer<typeof SentInvites>;

export const listSentInvites = endpoint({
  method: 'GET',
  path: '/sessions/sent-invites/',
  access: 'member',
  cost: 10,
  summary: "The caller's coming sessions to which someone is invited who isn't in, soonest first.",
  returns: z.object({ results: z.array(SentInvites).describe(`${mostSentInvites} at most.`) }),
});
