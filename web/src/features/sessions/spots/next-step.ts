import type { SessionDetail } from '../session.ts';
import { spotStatusOf } from './spot-status.ts';

const HOUR = 3_600_000;

/** Shortly before the start, when members are on their way. */
const isSettingOff = (session: Pick<SessionDetail, 'start_time'>, now: number) => {
  const left = Date.parse(session.start_time.utc) - now;
  return left > 0 && left <= HOUR;
};

/** The most useful action for a participant: check in, say they're coming, or fill the free spots. */
export type NextStep = 'check_in' | 'on_my_way' | 'invite' | null;

export function nextStepOf(session: SessionDetail, readerId: string, now: number, saidOnMyWay = false): NextStep {
  const status = spotStatusOf(session, now);
  if (!session.is_participant || (status !== 'in' && status !== 'under_way')) return null;
  const isHere = session.checked_in_user_ids.includes(readerId);
  // A single participant needs company first.
  const isAlone = session.current_participants === 1;
  if (status === 'in' && isSettingOff(session, now) && !isHere && !saidOnMyWay && !isAlone && !session.can_check_in)
    return 'on_my_way';
  if (session.can_check_in && !isHere) return 'check_in';
  return status === 'in' && session.available_spots > 0 && !session.invite_only ? 'invite' : null;
}
