import type { CannotJoinReason } from '@spotter/contract/sessions/sessions.ts';
import type { z } from 'zod';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { cannotJoinReasonSql, notMeantForReasonSql, readerJoins } from '../sessions.read.ts';
import { type Joined, joinedColumns } from '../taking/take-spots.repo.ts';
import { visibleSession } from '../visibility.repo.ts';

export type Spot = { organizationId: string; sessionId: string; userId: string };
const spotValues = { organizationId: 'uuid', userId: 'uuid', sessionId: 'uuid' } as const;

type Reason = z.infer<typeof CannotJoinReason>;

/** The caller's open place on the waitlist, and what the rule for joining says. */
export type Standing = Joined & {
  mine: { id: string; status: 'waiting' | 'offered'; ran_out: boolean } | null;
  cannot_join: Reason | null;
  not_meant: Reason | null;
};

const standingStatement = statement('waitlist-standing', { ...spotValues, gymIds: 'uuid[]' })<Standing>(
  `with ${hiddenCte}
  select ${joinedColumns}, ${cannotJoinReasonSql} as cannot_join, ${notMeantForReasonSql} as not_meant,
    (select json_build_object('id', w.id, 'status', w.status, 'ran_out', coalesce(w.offer_expires_at <= now(), false))
      from session_waitlist w where w.organization_id = s.organization_id and w.session_id = s.id
        and w.user_id = $userId and w.status in ('waiting', 'offered')) as mine
  from sessions s ${readerJoins} where s.id = $sessionId and ${visibleSession}`,
);

/** Undefined when the caller may not see the session. */
export async function readStanding(
  tx: Db,
  reader: Spot & { gymIds: readonly string[] },
): Promise<Standing | undefined> {
  const [standing] = await run(tx, standingStatement, reader);
  return standing;
}

const queueStatement = statement('join-waitlist', { ...spotValues, id: 'uuid' })(
  `insert into session_waitlist (organization_id, id, session_id, user_id)
  values ($organizationId, $id, $sessionId, $userId)`,
);

export const insertWaiting = (tx: Db, waiting: Spot & { id: string }): void => send(tx, queueStatement, waiting);

const giveUpStatement = statement('leave-waitlist', { organizationId: 'uuid', id: 'uuid', status: 'text' })(
  `update session_waitlist set status = $status, answered_at = now() where organization_id = $organizationId and id = $id`,
);

type GivenUp = { organizationId: string; id: string; status: 'declined' | 'left' };

export const giveUp = (tx: Db, place: GivenUp): void => send(tx, giveUpStatement, place);

type NoOfferReason = 'already_joined' | 'session_cancelled' | 'session_started' | 'offer_expired' | 'not_on_waitlist';

const noOfferStatement = statement(
  'no-offer-reason',
  spotValues,
)<{ reason: NoOfferReason }>(
  `select case
    when exists (select from session_participants p where p.organization_id = s.organization_id and p.session_id = s.id
      and p.user_id = $userId) then 'already_joined'
    when s.status = 'cancelled' then 'session_cancelled'
    when s.starts_at <= now() then 'session_started'
    when (select w.status from session_waitlist w where w.organization_id = s.organization_id and w.session_id = s.id
      and w.user_id = $userId order by w.queued_at desc limit 1) = 'expired' then 'offer_expired'
    else 'not_on_waitlist' end as reason
  from sessions s where s.organization_id = $organizationId and s.id = $sessionId`,
);

/** Why a member without a place on the waitlist has nothing to claim. */
export async function noOfferReason(tx: Db, spot: Spot): Promise<NoOfferReason> {
  const [row] = await run(tx, noOfferStatement, spot);
  return row!.reason;
}
