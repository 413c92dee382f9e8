import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { clockOf, ownZone, zoneName } from '#platform/wall-time.ts';
import { FieldNote } from '#ui/form/field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { closedDay, type GymHours, whyNot } from '../../times/session-slots.ts';
import { fullDay } from '../../times/session-time.ts';
import type { SessionForm } from '../use-session-form.ts';
import { useTimeCheck } from '../use-time-check.ts';
import { LengthField } from './length-field.tsx';
import { StartPicker } from './start-picker.tsx';

type Props = { session: SessionForm; place: GymHours; now: number; exclude?: string };

/** Day, start and length in the gym's time, with any conflicts. */
export function WhenFields({ session, place, now, exclude }: Props) {
  const { values, set, errorOf } = session;
  return (
    <div className="flex flex-col gap-4">
      <StartPicker
        day={values.day}
        time={values.time}
        minutes={values.duration_minutes}
        place={place}
        now={now}
        onDay={(day) => {
          session.form.clearErrors('time');
          set('day', day);
        }}
        onTime={(time) => set('time', time)}
        dayError={errorOf('day')}
      />
      <Verdict {...{ session, place, now, exclude }} />
      <LengthField session={session} />
    </div>
  );
}

/** Conflicts with the chosen time, and the time in the reader's zone. */
function Verdict({ session, place, now, exclude }: Props) {
  const { values, errorOf } = session;
  const { day, time, duration_minutes: minutes, gym_id } = values;
  const local = closedDay(day, place) ?? whyNot({ day, time, minutes }, place, now);
  const check = useTimeCheck(
    { gym_id, start_time: `${day}T${time}`, duration_minutes: minutes, exclude },
    local === null && minutes >= sessionLimits.minutes.least && minutes <= sessionLimits.minutes.most,
  );
  const problem = errorOf('time') ?? local ?? (check && !check.open ? "The gym's closed at that time." : null);
  const clockAt = (moment: string) => clockOf(wallAt(Date.parse(moment), place.zone).time);
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {problem ? (
        <FieldNote id="session-time-problem" error={problem} />
      ) : (
        <Elsewhere {...{ day, time }} zone={place.zone} />
      )}
      {check?.overlapping.map((other) => (
        <Banner key={other.id} tone="warning" title={`You're in ${other.title} at that time`}>
          {clockAt(other.start_time.utc)} to {clockAt(other.end_time.utc)}. You can still go ahead.
        </Banner>
      ))}
    </div>
  );
}

/** If the reader's clock differs, says which zone is meant. */
function Elsewhere({ day, time, zone }: { day: string; time: string; zone: string }) {
  const starts = momentOf(`${day}T${time}`, zone);
  if (starts === null) return null;
  const mine = wallAt(starts, ownZone());
  if (mine.day === day && mine.time === time) return null;
  return (
    <p className="text-sm text-text-secondary">
      Times are in the gym's time zone ({zoneName(starts.getTime(), zone)}). That's{' '}
      {mine.day === day ? '' : `${fullDay(mine.day)}, `}
      {clockOf(mine.time)} for you.
    </p>
  );
}
