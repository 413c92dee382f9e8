import { momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { clockOf } from '#platform/wall-time.ts';
import type { GymHours } from '../times/session-slots.ts';
import { dayInWords, fullDay } from '../times/session-time.ts';
import type { SessionFormValues } from './session-form-values.ts';

/** The start and end in words: 'Tuesday 17 November, 6:30 pm to 7:30 pm'. */
export function StartInWords({ values, place, now }: { values: SessionFormValues; place: GymHours; now: number }) {
  const { day, time, duration_minutes: minutes } = values;
  const starts = momentOf(`${day}T${time}`, place.zone);
  if (starts === null || !Number.isFinite(minutes)) return null;
  const near = dayInWords(day, wallAt(now, place.zone).day);
  return (
    <>
      <span className="font-semibold">{near === 'Today' || near === 'Tomorrow' ? near : fullDay(day)}</span>,{' '}
      {clockOf(time)} to {clockOf(wallAt(starts.getTime() + minutes * 60_000, place.zone).time)}
    </>
  );
}
