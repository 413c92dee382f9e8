import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarClock, Hourglass, MapPin, MapPinOff, Send } from 'lucide-react';
import { useState } from 'react';
import { draftOf, keepDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { namesOf, workoutName } from '#platform/people/training-words.ts';
import { serverNow } from '#platform/server-clock.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { Switch } from '#ui/form/choice.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import {
  type Company,
  choiceDraft,
  nameOfCompany,
  type TrainingTimes,
  trainingTimesQuery,
  useHello,
  useIsInviting,
  useTrainTogether,
  type Workout,
} from './train-together.queries.ts';
import { basisInWords, introduction, titleFor } from './training.words.ts';

/** What the form for another time starts from. */
export type SessionPlan = {
  times: TrainingTimes;
  workout: Workout;
  title: string;
  letsOthersJoin: boolean;
  message: string;
};

type Props = {
  company: Company;
  /** The invitation is on its way, and can still be undone. */
  onInvite: () => void;
  onSent: (conversationId: string) => void;
  /** Opens the form for a new session with what is known and chosen. */
  onOther: (known: SessionPlan) => void;
  onMessage: () => void;
};

/** When, what and with which words. The session is for the invited people, unless the reader lets others join. */
export function TrainTogether({ company, onInvite, onSent, onOther, onMessage }: Props) {
  const query = useQuery(trainingTimesQuery(company));
  const times = query.data;
  if (query.isPending) return <TimesSkeleton />;
  if (!times) return <ErrorState title="Couldn't find times" onRetry={() => void query.refetch()} className="py-8" />;
  if (!times.gym)
    return (
      <EmptyState
        className="py-6"
        icon={<MapPinOff />}
        title="You don't train at the same gym"
        text="Send a message to find a place that works for both of you."
        action={<Button onClick={onMessage}>Message</Button>}
      />
    );
  if (times.request_waits)
    return (
      <EmptyState
        className="py-6"
        icon={<Hourglass />}
        title={`${nameOfCompany(company)} hasn't answered yet`}
        text="You can invite them once they've accepted your first message."
        action={<Button onClick={onMessage}>Open chat</Button>}
      />
    );
  return <Invite {...{ company, onInvite, onSent, onOther, times }} gym={times.gym} />;
}

type InviteProps = Omit<Props, 'onMessage'> & { times: TrainingTimes; gym: NonNullable<TrainingTimes['gym']> };

type Choice = { workout: Workout; starts: string[]; letsOthersJoin: boolean };

/** What was chosen before, as far as it is still offered; else the soonest time. */
function firstChoice({ times, workout_type }: TrainingTimes, kept: ReturnType<typeof draftOf<Choice>>): Choice {
  const offered = times.map(({ start_time }) => start_time);
  const starts = offered.filter((start) => kept.starts?.includes(start));
  return {
    workout: kept.workout ?? workout_type,
    starts: starts.length > 0 ? starts : offered.slice(0, 1),
    letsOthersJoin: kept.letsOthersJoin ?? false,
  };
}

function Invite({ company, onInvite, onSent, onOther, times, gym }: InviteProps) {
  const reader = useUser();
  const send = useTrainTogether(company, onSent);
  const isInviting = useIsInviting(company);
  const draft = choiceDraft(company);
  const [choice, setChoice] = useState(() => firstChoice(times, draftOf<Choice>(draft)));
  const [message, setMessage] = useHello(company);
  const { workout, starts, letsOthersJoin } = choice;
  const isPair = 'userId' in company;
  const title = titleFor(workout, reader.first_name, company);
  const now = serverNow();

  function choose(change: Partial<Choice>) {
    const next = { ...choice, ...change };
    setChoice(next);
    keepDraft(draft, next);
  }
  /** Several times are for one member to choose from; a group meets once. */
  function toggle(start: string) {
    if (!isPair) return choose({ starts: [start] });
    choose({ starts: starts.includes(start) ? starts.filter((one) => one !== start) : [...starts, start].sort() });
  }
  function invite() {
    const [start_time, ...other_times] = starts;
    if (!start_time) return;
    send(
      {
        gym_id: gym.id,
        workout_type: workout,
        title,
        start_time,
        other_times,
        duration_minutes: times.duration_minutes,
        let_others_join: letsOthersJoin,
        message: message.trim(),
      },
      starts.map((start) => momentInWords(start, gym.timezone, now)).join(' or '),
    );
    onInvite();
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-center gap-1.5 text-sm text-text-secondary">
        <MapPin aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0">
          {gym.name} · <span className="whitespace-nowrap">{times.duration_minutes} minutes</span>
        </span>
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">What to train</legend>
        {namesOf(workoutName).map(([kind, name]) => (
          <Chip key={kind} selected={kind === workout} onToggle={() => choose({ workout: kind })}>
            {name}
          </Chip>
        ))}
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-2.5">
        <legend className="mb-2.5 text-text-secondary">{introduction(times, company)}</legend>
        {times.times.map((time) => (
          <TimeTile
            key={time.start_time}
            type={isPair ? 'checkbox' : 'radio'}
            start={time.start_time}
            words={momentInWords(time.start_time, gym.timezone, now)}
            reason={basisInWords(time, company, times.people)}
            checked={starts.includes(time.start_time)}
            onChange={() => toggle(time.start_time)}
          />
        ))}
      </fieldset>
      <Button
        variant="ghost"
        icon={<CalendarClock />}
        className="-my-3 self-start"
        disabled={isInviting}
        onClick={() => onOther({ times, workout, title, letsOthersJoin, message: message.trim() })}
      >
        Pick another time
      </Button>
      <TextArea
        label="Say hello"
        optional
        rows={2}
        maxLength={sessionLimits.proposalMessage}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        placeholder={isPair ? `Hi ${company.firstName}, want to train together?` : 'Who wants to train?'}
      />
      <Switch
        label="Let others join"
        hint={
          letsOthersJoin
            ? `Anyone at ${gym.name} can join.`
            : `Only ${isPair ? `you, ${company.firstName}` : 'the group'} and the gym's staff see it.`
        }
        checked={letsOthersJoin}
        onChange={(event) => choose({ letsOthersJoin: event.target.checked })}
      />
      {isInviting ? (
        <p role="status" className="text-sm text-text-secondary">
          Your invitation to {nameOfCompany(company)} is on its way.
        </p>
      ) : null}
      <Button size="lg" full icon={<Send />} disabled={starts.length === 0 || isInviting} onClick={invite}>
        <span className="truncate">Invite {nameOfCompany(company)}</span>
      </Button>
    </div>
  );
}

type TileProps = {
  type: 'checkbox' | 'radio';
  start: string;
  words: string;
  reason: string;
  checked: boolean;
  onChange: () => void;
};

const TimeTile = ({ type, start, words, reason, checked, onChange }: TileProps) => (
  <label
    className={clsx(
      'relative flex cursor-pointer flex-col rounded-card px-4 py-3 transition active:scale-[0.99]',
      'has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-focus-visible:outline-offset-2',
      checked ? chosenLook : 'bg-bg-secondary hover:bg-bg-secondary-hover',
    )}
  >
    <input
      type={type}
      name="start"
      value={start}
      checked={checked}
      onChange={onChange}
      className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
    />
    <time dateTime={start} data-figures="" className="font-semibold">
      {words}
    </time>
    <span className="text-sm text-text-secondary">{reason}</span>
  </label>
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
    <Skeleton className="h-24" />
    <Skeleton className="h-12" />
  </div>
);
