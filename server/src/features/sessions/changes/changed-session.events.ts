import { notification } from '#features/notifications/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { tell } from '#platform/events/tell.ts';
import { sessionLeftGym, sessionUpdated } from '../sessions.events.ts';
import { readMembers } from '../sessions.repo.ts';
import { readSessionTimes } from './session-times.repo.ts';

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
export async function tellSessionChange(
  tx: Db,
  { organizationId, sessionId, actorId, changed, left, reason }: Change,
): Promise<void> {
  if (changed.length === 0) return;
  sessionUpdated(tx, { organizationId, sessionId }, changed);
  if (left) await sessionLeftGym(tx, { organizationId, sessionId }, changed, left);
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
  { changed, ...known }: Pick<Change, 'organizationId' | 'sessionId' | 'changed'>,
) {
  const { startsAt, minutes, zone } = await readSessionTimes(tx, known);
  const to = await readMembers(tx, known);
  return { to, data: { changed, starts_local: wallTimeOf(startsAt, zone).slice(0, 16), minutes } };
}
