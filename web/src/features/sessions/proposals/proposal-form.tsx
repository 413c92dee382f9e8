import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { addDays, momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { useUser } from '#platform/login/use-login.ts';
import { clockOf, dateOf } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { OptionGroup, OptionTile } from '#ui/form/option-tile.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { StartPicker } from '../form/fields/start-picker.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { openingHoursQuery } from '../times/opening-hours.ts';
import { whyNot } from '../times/session-slots.ts';
import { dayInWords } from '../times/session-time.ts';
import { verdictOf } from './proposal.words.ts';

export type Proposed = { proposed_time: string; message: string };

type Props = {
  session: SessionDetail;
  /** The time to start from, where it is not the session's own. */
  from?: string;
  action: string;
  sending: boolean;
  error: string | null;
  onSend: (proposed: Proposed) => void;
};

/** Three quick answers, or any slot of the gym's; whether it can be is said while it is being chosen. */
export function ProposalForm({ session, from, action, sending, error, onSend }: Props) {
  const zone = session.gym.timezone;
  const gym = useUser().accessible_gyms.find(({ id }) => id === session.gym.id);
  const hours = useQuery({ ...openingHoursQuery(gym ?? { id: '', organization_id: '' }), enabled: gym !== undefined });
  const place = { zone, hours: hours.data ?? null };
  const [now] = useState(Date.now);
  const current = Date.parse(from ?? session.start_time.utc);
  const [start, setStart] = useState(() => wallAt(current, zone));
  const { day, time } = start;
  const [message, setMessage] = useState('');

  const moment = momentOf(`${day}T${time}`, zone);
  const isSame = moment?.getTime() === Date.parse(session.start_time.utc);
  const check = useQuery({
    queryKey: sessionKeys.timeCheck(session.id, `${day}T${time}`),
    queryFn: ({ signal }) =>
      api.checkSessionTime(
        {
          query: {
            gym_id: session.gym.id,
            start_time: `${day}T${time}`,
            duration_minutes: session.duration_minutes,
            exclude: session.id,
          },
        },
        { signal },
      ),
    enabled: !isSame,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const verdict = check.data && !check.isPlaceholderData && !isSame ? verdictOf(check.data) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (moment === null || isSame || verdict?.tone === 'error') return;
    onSend({ proposed_time: moment.toISOString(), message });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error ? <Banner>{error}</Banner> : null}
      <OptionGroup label="Quick choices" hideLabel>
        <div className="grid grid-cols-3 gap-1.5">
          {quickStarts(current, zone, now).map(({ label, ...quick }) => {
            const why = whyNot({ ...quick, minutes: session.duration_minutes }, place, now);
            const isChosen = quick.day === day && quick.time === time;
            const nextDay = quick.day !== wallAt(current, zone).day;
            const isLater = quick.time !== wallAt(current, zone).time;
            return (
              <OptionTile
                key={label}
                name="quick"
                value={label}
                checked={isChosen}
                onChange={() => setStart(quick)}
                disabled={why !== null}
                why={why}
                className={clsx(
                  'min-h-16 content-center gap-0.5 rounded-card px-2 font-semibold text-sm leading-tight',
                  isChosen ? chosenLook : 'bg-bg-secondary hover:bg-bg-secondary-hover has-disabled:text-text-tertiary',
                )}
              >
                {label}
                <time className="block font-normal text-xs">
                  {nextDay ? dateOf(quick.day) : null}
                  {nextDay && isLater ? ', ' : null}
                  {isLater ? clockOf(quick.time) : null}
                </time>
              </OptionTile>
            );
          })}
        </div>
      </OptionGroup>
      <Disclosure
        icon={<CalendarClock aria-hidden="true" />}
        label="Pick a slot"
        value={<Chosen {...{ start, zone, now }} />}
      >
        <StartPicker
          key={hours.isSuccess ? 'known' : 'unknown'}
          {...{ day, time, place, now }}
          minutes={session.duration_minutes}
          onDay={(next) => setStart((before) => ({ ...before, day: next }))}
          onTime={(next) => setStart((before) => ({ ...before, time: next }))}
        />
      </Disclosure>
      <div aria-live="polite" className="min-h-11">
        {verdict ? (
          <Banner tone={verdict.tone}>{verdict.text}</Banner>
        ) : (
          <p className="py-3 text-sm text-text-secondary">
            {isSame ? 'Pick a time that suits you better.' : 'Checking the calendar…'}
          </p>
        )}
      </div>
      <TextArea
        label="Message"
        optional
        rows={2}
        maxLength={sessionLimits.proposalMessage}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        placeholder="Could we start an hour later?"
      />
      <Button
        type="submit"
        size="lg"
        full
        loading={sending}
        disabled={moment === null || isSame || verdict?.tone === 'error'}
      >
        {action}
      </Button>
    </form>
  );
}

type Start = { day: string; time: string };

/** A little later, or the same time a day later, on the gym's wall. */
function quickStarts(current: number, zone: string, now: number): (Start & { label: string })[] {
  const { day, time } = wallAt(current, zone);
  const isToday = day === wallAt(now, zone).day;
  return [
    { label: '+30 min', ...wallAt(current + 30 * 60_000, zone) },
    { label: '+1 h', ...wallAt(current + 60 * 60_000, zone) },
    { label: isToday ? 'Tomorrow' : 'A day later', day: addDays(day, 1), time },
  ];
}

function Chosen({ start: { day, time }, zone, now }: { start: Start; zone: string; now: number }) {
  return (
    <>
      {dayInWords(day, wallAt(now, zone).day)}, {clockOf(time)}
    </>
  );
}
