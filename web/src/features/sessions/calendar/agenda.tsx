import { useNow } from '#platform/use-now.ts';
import { SessionRow, SessionRowsSkeleton } from '../cards/session-row.tsx';
import type { SessionItem } from '../session.ts';
import { JoinButton } from '../spots/join-button.tsx';
import type { OpenDay } from '../times/opening-hours.ts';
import { dayHeading } from '../times/session-time.ts';
import { type EntriesByDay, type Entry, isOver } from './entries.ts';
import { dayNote } from './grid/day-heads.tsx';

type Props = {
  days: readonly string[];
  today: string;
  entries: EntriesByDay;
  openOn: (day: string) => OpenDay | null;
  isLoading: boolean;
  onOpen: (session: SessionItem) => void;
};

/** One day after another as a list. Empty days are left out unless they have a notice. */
export function Agenda({ days, today, entries, openOn, isLoading, onOpen }: Props) {
  const now = useNow(60_000);
  if (isLoading) return <SessionRowsSkeleton rows={7} />;
  return days.map((day) => {
    // Today shows only what is still to come.
    const all = (entries.get(day) ?? []).filter((entry) => day !== today || !isOver(entry, now));
    const note = dayNote(openOn(day), null);
    if (all.length === 0 && !note) return null;
    return (
      <section key={day} className="flex flex-col gap-1 [contain-intrinsic-size:auto_600px] [content-visibility:auto]">
        <AgendaHeading day={day} today={today} note={note} />
        <DayList entries={all} onOpen={onOpen} />
      </section>
    );
  });
}

/** The heading of a day. */
export function AgendaHeading({ day, today, note }: { day: string; today: string; note: string | null }) {
  const { name, date } = dayHeading(day, today);
  return (
    <h2 className="flex items-baseline flex-wrap gap-x-2 pt-4 pb-1 text-base">
      {name}
      {date ? <span className="font-normal text-sm text-text-tertiary">{date}</span> : null}
      {note ? (
        <span className="max-w-full break-words font-normal text-sm text-text-tertiary sm:ml-auto">{note}</span>
      ) : null}
    </h2>
  );
}

/** Upcoming sessions can be joined right here. */
export function DayList({ entries, onOpen }: { entries: readonly Entry[]; onOpen: (session: SessionItem) => void }) {
  const now = useNow(60_000);
  return (
    <ul className="-mx-3 flex flex-col">
      {entries.map(({ session, start }) => (
        <SessionRow
          key={`${session.id}${start}`}
          session={session}
          onOpen={onOpen}
          action={Date.parse(session.start_time.utc) > now ? <JoinButton session={session} /> : undefined}
        />
      ))}
    </ul>
  );
}
