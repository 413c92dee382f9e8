import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { tell } from '#platform/events/tell.ts';
import { sessionUpdated } from './sessions.events.ts';

/** Changes that members of a session are notified of; they see the others when they open it. */
const importantFields = ['start_time', 'end_time', 'gym', 'title', 'workout_type', 'series_id'];

export const notifiedFields = (changed: readonly string[]) =>
  changed.filter((field) => importantFields.includes(field));

type Change = {
  organizationId: string;
  sessionId: string;
  actorId: string | null;
  /** Names of Session fields. */
  changed: readonly string[];
  /** The gym it moved away from, if any. */
  left?: string | null;
  /** Extra text for the notification. */
  reason?: string | undefined;
};

/** Announces a changed session to the gym, and notifies its members if the change matters to them. */
export async function tellChange(
  tx: Db,
  { organizationId, sessionId, actorId, changed, left, reason }: Change,
): Promise<void> {
  if (changed.length === 0) return;
  sessionUpdated(tx, { organizationId, sessionId }, changed, left);
  const said = notifiedFields(changed);
  if (said.length === 0) return;
  const { to, data } = await changeNotice(tx, { organizationId, sessionId, changed: said });
  // A newer time replaces an unread one, but no other change may replace it.
  const fold = `session_changed:${sessionId}:${said.includes('start_time') ? 'time' : 'rest'}`;
  const told = { organizationId, kind: 'session_changed', to, actorId, sessionId, fold } as const;
  tell(tx, notification({ ...told, data: { ...data, ...(reason && { reason }) } }));
}

/** The session's members and the notification's data: what changed, and the local start at the gym. */
export async function changeNotice(
  tx: Db,
  { organizationId, sessionId, changed }: Pick<Change, 'organizationId' | 'sessionId' | 'changed'>,
) {
  const session = await tx
    .selectFrom('sessions as s')
    .innerJoin('gyms as g', (on) =>
      on.onRef('g.organization_id', '=', 's.organization_id').onRef('g.id', '=', 's.gym_id'),
    )
    .select(['s.starts_at', 's.duration_minutes', 'g.timezone'])
    .where('s.organization_id', '=', organizationId)
    .where('s.id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const participants = await tx
    .selectFrom('session_participants')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .execute();
  return {
    to: participants.map(({ user_id }) => user_id),
    data: {
      changed,
      starts_local: wallTimeOf(session.starts_at, session.timezone).slice(0, 16),
      minutes: session.duration_minutes,
    },
  };
}
