import { lateLeaveMinutes } from '@spotter/contract/sessions/limits.ts';

/** A session that a member leaves. */
type Leavable = {
  starts_at: Date;
  now: Date;
  creator_id: string;
  just_joined: boolean | null;
  /** The remaining members, the next host first. */
  staying: readonly string[];
};

type Notice = { kind: 'session_left' | 'session_changed'; to: readonly string[]; data: Record<string, unknown> };
/** Notifications that follow from leaving a session. */
export type Left = { sessionId: string; notices: Notice[] };

/** Leaving right after joining takes the join back, unless the member hosts the session. */
export const takesJoinBack = ({ just_joined, creator_id }: Leavable, leaver: string): boolean =>
  just_joined === true && creator_id !== leaver;

/** The host hears of it, and shortly before the start everyone does. When the host leaves, the next one hears of that. */
export function noticesOfLeaving({ starts_at, now, creator_id, staying }: Leavable, leaver: string): Notice[] {
  const late = starts_at.getTime() - now.getTime() < lateLeaveMinutes * 60_000;
  const left = (to: string[]): Notice => ({ kind: 'session_left', to, data: { late } });
  if (creator_id !== leaver) return [left(late ? [creator_id, ...staying] : [creator_id])];
  const [nextHost, ...others] = staying;
  return [...(nextHost ? [hostChanged(nextHost)] : []), ...(late ? [left(others)] : [])];
}

export const hostChanged = (to: string): Notice => ({ kind: 'session_changed', to: [to], data: { changed: ['host'] } });

/** Each member hears of each kind once: of several sessions of a series, about the first that concerns them. */
export function toldOnce(left: readonly Left[]): (Notice & { sessionId: string })[] {
  const told = new Set<string>();
  return left.flatMap(({ sessionId, notices }) =>
    notices.map((notice) => {
      const to = [...new Set(notice.to)].filter((id) => !told.has(`${notice.kind} ${id}`));
      for (const id of to) told.add(`${notice.kind} ${id}`);
      return { sessionId, ...notice, to };
    }),
  );
}
