import { z } from 'zod';
import { Id, Instant } from '../api/primitives.ts';

/** What changes with every vote. */
export const PollVotes = z.object({
  votes: z.array(z.number().int()).describe('By option, without those of members whom the reader does not see.'),
  own: z.array(z.number().int()).describe("The reader's options, counted from 0."),
  voters: z.number().int().describe('How many members have voted.'),
  chosen: z.number().int().nullable().describe('The option that became a session; the poll is closed then.'),
});
export type PollVotes = z.infer<typeof PollVotes>;

export const Poll = PollVotes.extend({
  options: z
    .array(z.object({ text: z.string(), starts_at: Instant.nullable().describe('When it proposes a time.') }))
    .describe('The text may be empty where there is a time.'),
  gym: z
    .object({ id: Id, timezone: z.string() })
    .nullable()
    .describe('Where the asker wants to train, by whose clock the times are; null if they did not say.'),
}).meta({ id: 'Poll' });
export type Poll = z.infer<typeof Poll>;

/** Of the live event. It has no words, because a deleted poll must not leave any behind. */
export const pollVoted = { message_id: Id, seq: z.number().int(), ...PollVotes.shape };
