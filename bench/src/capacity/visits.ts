import type { hourScript } from '@spotter/server/simulator/index.ts';

type Act = ReturnType<typeof hourScript>[number];
/** One act of a visit, so many seconds after the app is opened. Members are named by their user ids. */
type Step = { after: number } & (
  | { does: 'read'; screen: 'home' | 'sessions' | 'session' | 'conversations' | 'notifications' }
  | { does: 'join' | 'host' | 'close' }
  | { does: 'message'; to: string | null }
);
/** A member opens the app at a second of the hour, and closes it with the last step. */
export type Visit = { second: number; token: string; gymId: string; steps: Step[] };

type People = { userIds: readonly string[]; tokenOf(userId: string): string; gymOf(userId: string): string };

/**
 * The visits of a simulated hour. Who does what and when comes from the script; the session is chosen as a member would, from
 * the lists their app has just read, because the script's own sessions lie in the simulated past.
 */
export function visitsOf(script: readonly Act[], { userIds, tokenOf, gymOf }: People): Visit[] {
  const visits = [...Map.groupBy(script, ({ member }) => member)].map(([member, acts]): Visit => {
    const userId = userIds[member]!;
    const second = acts[0]!.second;
    const steps = acts.slice(1).map((act) => stepOf(act, act.second - second, userIds));
    return { second, token: tokenOf(userId), gymId: gymOf(userId), steps };
  });
  return visits.sort((one, other) => one.second - other.second);
}

function stepOf(act: Act, after: number, userIds: readonly string[]): Step {
  if (act.does === 'read') return { after, does: 'read', screen: act.screen };
  if (act.does === 'message') return { after, does: 'message', to: act.to === null ? null : userIds[act.to]! };
  return { after, does: act.does as 'join' | 'host' | 'close' };
}
