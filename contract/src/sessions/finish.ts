import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { facesInList, finishUntilHour, mostFinishes } from './limits.ts';
import { Session } from './sessions.ts';

/** A session that is over, as a member who was in it looks back on it. Nobody hidden from the reader counts. */
export const Finish = z
  .object({
    session: Session,
    shown_until: Instant,
    is_recorded: z
      .boolean()
      .describe('Someone was checked in. Otherwise everyone in the session counts as having come.'),
    came: z.number().int().describe('How many came, with the reader.'),
    of: z.number().int().describe('How many were in the session.'),
    people: z
      .array(
        z.object({
          person: Person,
          times: z.number().int().describe('How often the reader has trained with them, with this session.'),
        }),
      )
      .describe(`The others who came: those the reader trained with most often first, ${facesInList} at most.`),
    has_given_kudos: z.boolean(),
    kudos_from: z.array(Person).describe(`Who gave kudos to the others, ${facesInList} at most.`),
    kudos_count: z.number().int(),
    next_week: z
      .object({ id: Id, host: Person, is_participant: z.boolean() })
      .nullable()
      .describe(
        'The session there at the same time a week later: one the caller is in, of the same series, or planned by someone who was in this one.',
      ),
  })
  .meta({ id: 'Finish' });
export type Finish = z.infer<typeof Finish>;

export const listFinishes = endpoint({
  method: 'GET',
  path: '/sessions/finishes/',
  access: 'member',
  summary: `The caller's last sessions, newest first, each until ${finishUntilHour}:00 at its gym on the day after it.`,
  returns: z.object({ results: z.array(Finish).describe(`${mostFinishes} at most.`) }),
});

export const giveKudos = endpoint({
  method: 'POST',
  path: '/sessions/:id/kudos/',
  access: 'member',
  emulating: 'refused',
  summary: 'Give kudos to everyone else who came; each of them is told once.',
  params: byId,
  returns: Finish,
  errors: ['session_not_found', 'not_a_participant', 'kudos_closed'],
});
