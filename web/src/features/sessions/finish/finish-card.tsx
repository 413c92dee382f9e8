import clsx from 'clsx';
import { CalendarCheck, CalendarPlus, Check, ThumbsUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ordinal } from '../spots/spot-status.ts';
import { WorkoutIcon } from '../workout.tsx';
import { useGiveKudos, useSayIWasThere } from './finish.mutations.ts';
import type { Finish } from './finish.queries.ts';
import { cameInWords, kudosInWords, togetherInWords } from './finish.words.ts';

type Props = {
  finish: Finish;
  /** Opens a session; not on the session's own page, which names it already. */
  onOpen: (sessionId: string) => void;
  /** Plans the same a week later. */
  onPlan: () => void;
  onClose?: () => void;
  namesSession?: boolean;
};

/** The reward after a session: who came, how often the reader has trained with them, kudos, and the next one. */
export function FinishCard({ finish, onOpen, onPlan, onClose, namesSession = true }: Props) {
  const { session } = finish;
  const { start_time } = session;
  const isAsked = finish.is_recorded && session.attended === null;
  return (
    <section
      aria-label="Your last session"
      className="relative isolate animate-enter overflow-hidden rounded-sheet bg-primary-soft p-5 sm:p-6"
    >
      <div className="flex flex-col gap-4">
        {namesSession || onClose ? (
          <div className="-mt-1.5 -mr-1.5 flex items-center justify-between gap-3">
            <button
              type="button"
              onClick={() => onOpen(session.id)}
              className="touch-target flex min-w-0 flex-wrap items-center gap-x-2 text-left text-sm hover:underline"
            >
              <span className="flex min-w-0 items-center gap-2 font-semibold text-primary-text">
                <WorkoutIcon type={session.workout_type} className="size-4 shrink-0" />
                <span dir="auto" className="line-clamp-2 min-w-0 break-words">
                  {session.title}
                </span>
              </span>
              <span className="text-text-secondary">{momentInWords(start_time.utc, start_time.timezone)}</span>
            </button>
            {onClose ? <IconButton size="sm" label="Hide" icon={<X />} onClick={onClose} /> : null}
          </div>
        ) : null}
        {isAsked ? <WereYouThere finish={finish} onNo={onClose} /> : <Moment {...{ finish, onOpen, onPlan }} />}
      </div>
    </section>
  );
}

/** Others were checked in and the reader wasn't: only they know whether they came. */
function WereYouThere({ finish: { session }, onNo }: { finish: Finish; onNo: (() => void) | undefined }) {
  const sayIWasThere = useSayIWasThere();
  return (
    <>
      <h2 className="text-xl">Did you make it?</h2>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Check />} onClick={() => void sayIWasThere(session)}>
          I was there
        </Button>
        {onNo ? (
          <Button variant="secondary" onClick={onNo}>
            Not this time
          </Button>
        ) : null}
      </div>
    </>
  );
}

function Moment({ finish, onOpen, onPlan }: Pick<Props, 'finish' | 'onOpen' | 'onPlan'>) {
  const giveKudos = useGiveKudos();
  const { session, people, has_given_kudos: hasGiven, kudos_from, next_week: next } = finish;
  const [first, ...others] = people;
  const kudos = kudosInWords(finish);
  const praised = new Set(kudos_from.map(({ id }) => id));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-[min(100%,9rem)] flex-1 flex-col gap-1">
          <h2 className="break-words text-2xl">{cameInWords(finish)}</h2>
          <p className="break-words text-text-secondary">{togetherInWords(finish) ?? 'Nice work.'}</p>
        </div>
        {first ? (
          <span className="relative mr-1 mb-1 shrink-0">
            {/* Two quiet rings around the face. Lines, since a fill would lie under the words beside it. */}
            <span aria-hidden="true" className="absolute -inset-16 -z-1 rounded-full border border-primary/15" />
            <span aria-hidden="true" className="absolute -inset-7 -z-1 rounded-full border border-primary/25" />
            <ProfileLink userId={first.person.id} name={nameOf(first.person)} className="block rounded-full">
              <Pop>
                <Avatar {...faceOf(first.person)} size="lg" decorative className="ring-3 ring-bg-main" />
              </Pop>
            </ProfileLink>
            {first.times > 1 ? (
              <span
                data-figures=""
                aria-hidden="true"
                className="pointer-events-none absolute inset-x-0 -bottom-2 grid place-items-center"
              >
                <Pop step={2}>
                  <span className="rounded-full bg-primary px-2 py-0.5 font-bold text-on-primary text-xs">
                    {ordinal(first.times)}
                  </span>
                </Pop>
              </span>
            ) : null}
          </span>
        ) : null}
      </div>
      {others.length > 0 ? (
        <ul aria-label="Also there" className="flex flex-wrap gap-2">
          {others.map(({ person }, index) => (
            <li key={person.id} className="relative">
              <ProfileLink userId={person.id} name={nameOf(person)} className="block rounded-full">
                <Pop step={index + 1}>
                  <Avatar {...faceOf(person)} decorative className="ring-2 ring-bg-main" />
                </Pop>
              </ProfileLink>
              {praised.has(person.id) ? <KudosMark /> : null}
            </li>
          ))}
          {finish.came - 1 > people.length ? (
            <li data-figures="" className="grid size-11 place-items-center font-semibold text-sm text-text-secondary">
              +{finish.came - 1 - people.length}
            </li>
          ) : null}
        </ul>
      ) : null}
      {kudos ? (
        <p className="flex items-center gap-2 font-semibold text-primary-text text-sm">
          <ThumbsUp aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 break-words">{kudos}</span>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {first ? (
          <Button
            icon={<ThumbsUp className={clsx(hasGiven && 'animate-cheer fill-current')} />}
            aria-disabled={hasGiven}
            className={clsx('max-sm:px-3.5', hasGiven && 'bg-bg-main! text-primary-text! opacity-100!')}
            onClick={() => void giveKudos({ id: session.id })}
          >
            {hasGiven ? 'Kudos given' : 'Give kudos'}
          </Button>
        ) : null}
        {next ? (
          <Button
            variant="secondary"
            className="max-sm:px-3.5"
            icon={next.is_participant ? <CalendarCheck /> : <CalendarPlus />}
            onClick={() => onOpen(next.id)}
          >
            {next.is_participant ? "You're in next week" : `Join ${next.host.first_name} next week`}
          </Button>
        ) : (
          <Button
            variant="secondary"
            className="max-sm:px-3.5"
            icon={<CalendarPlus className="max-sm:hidden" />}
            onClick={onPlan}
          >
            Same time next week?
          </Button>
        )}
      </div>
    </>
  );
}

/** One after another, and at once for readers who asked for less motion. */
const Pop = ({ step = 0, children }: { step?: number; children: ReactNode }) => (
  <span className="block animate-pop motion-reduce:animate-none" style={{ animationDelay: `${step * 50}ms` }}>
    {children}
  </span>
);

const KudosMark = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-primary text-on-primary ring-2 ring-bg-main"
  >
    <ThumbsUp className="size-3" />
  </span>
);
