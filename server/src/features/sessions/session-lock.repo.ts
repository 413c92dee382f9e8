import type { Selectable } from 'kysely';
import { hiddenCte } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import type { Member } from '#platform/logins/callers.ts';
import { checkInIsOpenSql, readerRunsSql } from './sessions.read.ts';
import { inReadersGyms, visibleSession } from './visibility.repo.ts';

export type SessionKey = { organizationId: string; sessionId: string };

export type LockedSession = {
  organizationId: string;
  id: string;
  gymId: string;
  hostId: string;
  status: string;
  starts_at: Date;
  now: Date;
  minutes: number;
  checkInIsOpen: boolean;
  /** Whether the caller is a member of the session or is invited. */
  isIn: boolean;
  isInvited: boolean;
  /** Whether the caller runs the session, as `readerRunsSql` says. */
  runsIt: boolean;
  inviteOnly: boolean;
  shareToken: string | null;
};

const sessionsLock = statement('lock-sessions', { organizationId: 'uuid', sessionIds: 'uuid[]' })(
  `select from sessions where organization_id = $organizationId and id = any($sessionIds) order by id for no key update`,
);

// For a list PostgreSQL would make a plan of its own each time; for one session it keeps one.
const sessionLock = statement('lock-session', { organizationId: 'uuid', sessionId: 'uuid' })(
  'select from sessions where organization_id = $organizationId and id = $sessionId for no key update',
);

/** Locks sessions for statements that follow: what those read under the lock cannot change before the commit. */
export function lockSessions(
  tx: Db,
  { organizationId, sessionIds }: { organizationId: string; sessionIds: readonly string[] },
) {
  const [sessionId, ...others] = sessionIds;
  if (sessionId && others.length === 0) send(tx, sessionLock, { organizationId, sessionId });
  else send(tx, sessionsLock, { organizationId, sessionIds });
}

export type SessionRow = Selectable<DB['sessions']> & { now: Date };

const wholeStatement = statement('lock-whole-session', { organizationId: 'uuid', sessionId: 'uuid' })<SessionRow>(
  `select *, now() as now from sessions where organization_id = $organizationId and id = $sessionId for no key update`,
);

/** Locks one session and reads all of it; undefined when there is none. */
export async function lockSession(tx: Db, { organizationId, sessionId }: SessionKey): Promise<SessionRow | undefined> {
  const [session] = await run(tx, wholeStatement, { organizationId, sessionId });
  return session;
}

const visibleStatement = statement('visible-session-series', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<{ seriesId: string | null }>(
  `with ${hiddenCte} select s.series_id as "seriesId" from sessions s where s.id = $id and ${visibleSession}`,
);

/** The series of a session, if it has one; undefined when the caller may not see the session. */
export async function findVisibleSeries(tx: Db, { organizationId, userId, gymIds }: Member, id: string) {
  const [found] = await run(tx, visibleStatement, { organizationId, userId, gymIds, id });
  return found;
}

type About = Pick<LockedSession, 'isIn' | 'isInvited' | 'runsIt'>;
type Found = Omit<LockedSession, 'organizationId' | 'id' | keyof About>;

const lockStatement = statement('lock-visible-session', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<Found>(
  `select s.gym_id as "gymId", s.creator_id as "hostId", s.status, s.starts_at, now() as now, s.duration_minutes as minutes,
    ${checkInIsOpenSql} as "checkInIsOpen",
    s.invite_only as "inviteOnly", s.share_token as "shareToken"
  from sessions s where s.id = $id and ${inReadersGyms} for no key update`,
);

const aboutStatement = statement('locked-session', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  managedGymIds: 'uuid[]',
  id: 'uuid',
})<About>(
  `with ${hiddenCte}
  select mine.user_id is not null as "isIn", invite.user_id is not null as "isInvited",
    ${readerRunsSql} as "runsIt"
  from sessions s
    left join session_participants mine
      on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId
    left join session_invites invite
      on invite.organization_id = s.organization_id and invite.session_id = s.id and invite.user_id = $userId
  where s.id = $id and ${visibleSession}`,
);

/** Locks a session as the caller sees it, so that later statements judge its current state; null when they may not. */
export async function lockVisible(tx: Db, caller: Member, id: string): Promise<LockedSession | null> {
  const { organizationId } = caller;
  const [[found], [about]] = await Promise.all([
    run(tx, lockStatement, { ...caller, id }),
    run(tx, aboutStatement, { ...caller, id }),
  ]);
  return found && about ? { organizationId, id, ...found, ...about } : null;
}
