import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { isAheadSql } from '../sessions.read.ts';

export type Pair = { organizationId: string; userId: string; otherId: string };
const pairValues = { organizationId: 'uuid', userId: 'uuid', otherId: 'uuid' } as const;

const upcomingOfBoth = `s.organization_id = $organizationId and s.creator_id in ($userId, $otherId)
  and ${isAheadSql}`;

const lockStatement = statement(
  'lock-sessions-of-pair',
  pairValues,
)(
  `select s.id from sessions s where s.organization_id = $organizationId and (s.id in (
      select mine.session_id from session_participants mine join session_participants theirs
        on theirs.organization_id = $organizationId and theirs.session_id = mine.session_id and theirs.user_id = $otherId
      where mine.organization_id = $organizationId and mine.user_id = $userId)
    or ${upcomingOfBoth})
  order by s.id for no key update`,
);
/** Waits for what is being written in sessions of both, so that it is told before or after a block, never during one. */
export const lockSessionsOfPair = (tx: Db, pair: Pair): Promise<unknown> => run(tx, lockStatement, pair);

const spotsStatement = statement(
  'spots-with-each-other',
  pairValues,
)<{ sessionId: string; userId: string }>(
  `select s.id as "sessionId", p.user_id as "userId" from sessions s
    join session_participants p on p.organization_id = s.organization_id and p.session_id = s.id
  where ${upcomingOfBoth} and p.user_id in ($userId, $otherId) and p.user_id <> s.creator_id order by s.starts_at, s.id`,
);

/** Two members' spots in each other's upcoming sessions, soonest first. */
export const spotsWithEachOther = (tx: Db, pair: Pair) => run(tx, spotsStatement, pair);
