import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronRight, MapPin, MapPinOff } from 'lucide-react';
import { useState } from 'react';
import { namesOf, workoutName } from '#platform/people/training-words.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { Spinner } from '#ui/status/spinner.tsx';
import {
  type Company,
  type TrainingTime,
  type TrainingTimes,
  trainingTimesQuery,
  useTrainTogether,
  type Workout,
} from './train-together.queries.ts';
import { basisInWords, introduction, startInWords } from './training-words.ts';

type Props = {
  company: Company;
  onInvited: (conversationId: string) => void;
  /** Opens the form for a new session with what is known. */
  onOther: (known: { times: TrainingTimes; workout: Workout }) => void;
  onMessage: () => void;
};

/** Three times at which they could train. One tap creates the session, invites, and posts it in the chat. */
export function TrainTogether({ company, onInvited, onOther, onMessage }: Props) {
  const query = useQuery(trainingTimesQuery(company));
  const [chosen, setChosen] = useState<Workout | null>(null);
  const invite = useTrainTogether(company, onInvited);
  const times = query.data;
  if (query.isPending) return <TimesSkeleton />;
  if (!times) return <ErrorState title="Couldn't find times" onRetry={() => void query.refetch()} className="py-8" />;
  const { gym } = times;
  if (!gym)
    return (
      <EmptyState
        className="py-6"
        icon={<MapPinOff />}
        title="You don't train at the same gym"
        text="Send a message to find a place that works for both of you."
        action={<Button onClick={onMessage}>Message</Button>}
      />
    );
  const workout = chosen ?? times.workout_type;
  const sending = invite.isPending ? invite.variables.time.start_time : null;
  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-center gap-1.5 text-sm text-text-secondary">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">
          {gym.name} · {times.duration_minutes} minutes
        </span>
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">What to train</legend>
        {namesOf(workoutName).map(([kind, name]) => (
          <Chip key={kind} selected={kind === workout} onToggle={() => setChosen(kind)}>
            {name}
          </Chip>
        ))}
      </fieldset>
      <div className="flex flex-col gap-3">
        <p className="text-text-secondary">{introduction(times, company)}</p>
        <ul aria-label="Times" className="flex flex-col gap-2.5">
          {times.times.map((time) => (
            <li key={time.start_time}>
              <TimeButton
                words={startInWords(time, gym.timezone, Date.now())}
                basis={basisInWords(time, company, times.people)}
                time={time}
                isSending={sending === time.start_time}
                disabled={invite.isPending || invite.isSuccess}
                onClick={() => invite.mutate({ times, time, workout })}
              />
            </li>
          ))}
        </ul>
      </div>
      <Button variant="ghost" icon={<CalendarClock />} onClick={() => onOther({ times, workout })}>
        Pick another time
      </Button>
    </div>
  );
}

type TimeProps = {
  words: { day: string; time: string };
  basis: string;
  time: TrainingTime;
  isSending: boolean;
  disabled: boolean;
  onClick: () => void;
};

const TimeButton = ({ words, basis, time, isSending, disabled, onClick }: TimeProps) => (
  <button
    type="button"
    aria-busy={isSending || undefined}
    disabled={disabled}
    onClick={onClick}
    className="flex w-full items-center gap-4 rounded-card bg-bg-secondary px-4 py-3 text-left transition hover:bg-bg-secondary-hover active:scale-[0.99] disabled:pointer-events-none"
  >
    <span className="flex min-w-0 flex-1 flex-col">
      <time dateTime={time.start_time} className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{words.day}</span>
        <span data-figures="" className="font-bold font-heading text-lg text-primary-text">
          {words.time}
        </span>
      </time>
      <span className="text-sm text-text-secondary">{basis}</span>
    </span>
    {isSending ? (
      <Spinner />
    ) : (
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-tertiary rtl:-scale-x-100" />
    )}
  </button>
);

const TimesSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Looking for times" className="flex flex-col gap-5">
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-20" />
    <div className="flex flex-col gap-2.5">
      {['one', 'two', 'three'].map((key) => (
        <Skeleton key={key} className="h-17 rounded-card" />
      ))}
    </div>
  </div>
);
