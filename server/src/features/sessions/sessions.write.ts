import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import type { SessionKey } from './session-lock.repo.ts';
import { audienceColumns, type SessionAudience } from './visibility.repo.ts';

/** What a session has in common with the others of its series. */
export type SessionValues = {
  organization_id: string;
  gym_id: string;
  creator_id: string;
  session_type_id: string | null;
  workout_type: string;
  title: string;
  description: string;
  max_participants: number;
  fitness_level_min: string;
  fitness_level_max: string;
  gender_preference: string;
  guests_per_member: number;
};

export type NewSession = SessionValues & {
  id: string;
  invite_only: boolean;
  other_times: readonly string[];
  startsAt: Date;
  endsAt: Date;
  shareToken: string;
};

const createStatement = statement('create-session', {
  organization_id: 'uuid',
  id: 'uuid',
  gym_id: 'uuid',
  creator_id: 'uuid',
  session_type_id: 'uuid?',
  workout_type: 'text',
  title: 'text',
  description: 'text',
  max_participants: 'int',
  fitness_level_min: 'text',
  fitness_level_max: 'text',
  gender_preference: 'text',
  guests_per_member: 'int',
  invite_only: 'boolean',
  other_times: 'text[]',
  startsAt: 'timestamptz',
  endsAt: 'timestamptz',
  shareToken: 'text',
})(`
  with made as (
    insert into sessions (organization_id, id, gym_id, creator_id, session_type_id, workout_type, title, description,
      max_participants, fitness_level_min, fitness_level_max, gender_preference, guests_per_member, invite_only, other_times, starts_at,
      ends_at, share_token)
    values ($organization_id, $id, $gym_id, $creator_id, $session_type_id, $workout_type, $title, $description,
      $max_participants, $fitness_level_min, $fitness_level_max, $gender_preference, $guests_per_member, $invite_only, $other_times::timestamptz[],
      $startsAt, $endsAt, $shareToken)
    returning organization_id, id, creator_id
  )
  insert into session_participants (organization_id, session_id, user_id, with_series)
  select organization_id, id, creator_id, false from made`);

/** Creates a session, in which the host has the first spot. */
export const insertSession = (tx: Db, session: NewSession): void => send(tx, createStatement, session);

const inviteOnlyStatement = statement('set-invite-only', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  inviteOnly: 'boolean',
})(`update sessions set invite_only = $inviteOnly where organization_id = $organizationId and id = $sessionId`);

/** Whether only invited people see a locked session. */
export const setInviteOnly = (tx: Db, session: SessionKey, inviteOnly: boolean) =>
  run(tx, inviteOnlyStatement, { ...session, inviteOnly });

type Cancelling = SessionKey & { reason: string | null; actorId: string | null };

const cancelStatement = statement('cancel-session', {
  organizationId: 'uuid',
  sessionId: 'uuid',
  reason: 'text?',
  reasonBy: 'uuid?',
})<SessionAudience>(
  `update sessions s set status = 'cancelled', cancelled_at = now(), cancel_reason = $reason, cancel_reason_by = $reasonBy,
    revision = revision + 1
  where organization_id = $organizationId and id = $sessionId and status = 'active' returning ${audienceColumns}`,
);

/**
 * Cancels a session; the database withdraws its open proposals. Returns who hears of it, or undefined when it was
 * cancelled before.
 */
export async function cancelSession(tx: Db, { reason, actorId, ...session }: Cancelling) {
  const [audience] = await run(tx, cancelStatement, { ...session, reason, reasonBy: reason ? actorId : null });
  return audience;
}
