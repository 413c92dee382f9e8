import { CalendarDays, ChevronRight } from 'lucide-react';
import { dateFormat } from '#ui/date-format.ts';
import type { Message } from '../conversations.queries.ts';

const start = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

const shape = 'flex w-72 max-w-full items-center gap-3 rounded-sheet border border-border bg-bg-raised px-3.5 py-3';
const grounds: Record<NonNullable<Message['session']>['workout_type'], string> = {
  cardio: 'bg-workout-cardio-bg text-workout-cardio-text',
  strength: 'bg-workout-strength-bg text-workout-strength-text',
  classes: 'bg-workout-classes-bg text-workout-classes-text',
  flexibility: 'bg-workout-flexibility-bg text-workout-flexibility-text',
  sports: 'bg-workout-sports-bg text-workout-sports-text',
};

const Mark = ({ ground }: { ground: string }) => (
  <span className={`grid size-11 shrink-0 place-items-center rounded-control ${ground}`}>
    <CalendarDays aria-hidden="true" className="size-5" />
  </span>
);

/** A shared session. Readers who may not see it learn only that there is one. */
export function SessionCard({ session, onOpen }: { session: Message['session']; onOpen: (id: string) => void }) {
  if (!session)
    return (
      <span className={shape}>
        <Mark ground="bg-bg-secondary text-text-tertiary" />
        <span className="text-sm text-text-secondary">This session isn't available to you.</span>
      </span>
    );
  return (
    <button
      type="button"
      onClick={() => onOpen(session.id)}
      className={`${shape} text-left transition hover:bg-bg-secondary`}
    >
      <Mark ground={grounds[session.workout_type]} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span dir="auto" className="truncate font-semibold">
          {session.title}
        </span>
        <span className="truncate text-sm text-text-secondary">
          <time dateTime={session.start_time}>{start.format(new Date(session.start_time))}</time>
        </span>
        <span dir="auto" className="truncate text-sm text-text-secondary">
          {session.gym_name}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-text-tertiary rtl:-scale-x-100" />
    </button>
  );
}
