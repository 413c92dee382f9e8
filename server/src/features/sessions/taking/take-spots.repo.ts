import type { CannotJoinReason } from '@spotter/contract/sessions/sessions.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import type { z } from 'zod';
import { hiddenCte, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { cannotJoinReasonSql, isMemberSql, readerJoins, waitlistCountSql } from '../sessions.read.ts';
import { visibleSession } from '../visibility.repo.ts';

/** What a join is announced with: the host, the member who joins; `hasCards` when messages carry the session's card. */
export type Joined = { hostId: string; person: Person; hasCards: boolean };
/** SQL for the columns of `Joined`; needs `readerJoins`. */
export const joinedColumns = `s.creator_id as "hostId", ${personJsonSql('reader')} as person, exists (select from messages m
  where m.organization_id = s.organization_id and m.session_id = s.id) as "hasCards"`;

export type Reason = z.infer<typeof CannotJoinReason>;
/** Null as the reason means that the spot may be taken. */
export type Verdict = Joined & { id: string; reason: Reason | null; hasWaitlist: boolean };

type Spots = { organizationId: string; sessionIds: readonly string[]; userId: string };

const verdictsStatement = statement('spot-verdicts', {
  organizationId: 'uuid',
  userId: 'uuid',
  sessionIds: 'uuid[]',
  gymIds: 'uuid[]?',
})<Verdict>(
  `with ${hiddenCte}
  select s.id, ${joinedColumns}, ${cannotJoinReasonSql} as reason, ${waitlistCountSql} > 0 as "hasWaitlist"
  from sessions s ${readerJoins}
  where s.organization_id = $organizationId and s.id = any($sessionIds) and ${isMemberSql}
    and ($gymIds is null or ${visibleSession})`,
);

/** What the rule for joining says of each session that exists; with gyms given, of those the member can see. */
export const readVerdicts = (tx: Db, spots: Spots & { gymIds: readonly string[] | null }): Promise<Verdict[]> =>
  run(tx, verdictsStatement, spots);

const spotValues = { organizationId: 'uuid', sessionIds: 'uuid[]', userId: 'uuid' } as const;
const acceptStatement = statement(
  'accept-offers',
  spotValues,
)(
  `update session_waitlist set status = 'accepted', answered_at = now()
  where organization_id = $organizationId and session_id = any($sessionIds) and user_id = $userId
    and status in ('waiting', 'offered')`,
);

/** Ends the member's places on waitlists; spots held for them are released. */
export const acceptOffers = (tx: Db, spots: Spots): void => send(tx, acceptStatement, spots);

const takeStatement = statement('take-spots', { ...spotValues, withSeries: 'boolean' })(
  `insert into session_participants (organization_id, session_id, user_id, with_series)
  select $organizationId, session_id, $userId, $withSeries from unnest($sessionIds) session_id`,
);

/** `withSeries`: the spots came with joining a series, not each by itself. */
export const insertSpots = (tx: Db, spots: Spots & { withSeries: boolean }): void => send(tx, takeStatement, spots);
