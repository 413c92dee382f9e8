import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { JoinYourGym } from '#features/gyms/join-your-gym.tsx';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/session-row.tsx';
import { dayHeading, dayIn, dayOf } from '#features/sessions/session-time.ts';
import { agendaQuery, type SessionItem } from '#features/sessions/sessions.queries.ts';
import { useModals } from '#platform/modals/modals.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { useSession } from '#platform/session/session.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/text-field.tsx';

/** The gym's coming two weeks, day by day. */
export function CalendarPage() {
  usePageTitle('Calendar');
  const { gym } = useSession();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 md:px-8 md:pt-8">
      {gym ? (
        <Agenda gym={gym} />
      ) : (
        <>
          <h1 className="text-2xl">Calendar</h1>
          <JoinYourGym />
        </>
      )}
    </div>
  );
}

const matches = (session: SessionItem, text: string) =>
  `${session.title} ${session.description} ${session.creator.first_name} ${session.creator.last_name}`
    .toLocaleLowerCase()
    .includes(text.trim().toLocaleLowerCase());

function byDay(sessions: readonly SessionItem[]): [string, SessionItem[]][] {
  const days = new Map<string, SessionItem[]>();
  for (const session of sessions) {
    const day = dayOf(session.start_time);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days];
}

function Agenda({ gym }: { gym: { id: string; name: string; timezone: string } }) {
  const agenda = useQuery(agendaQuery(gym));
  const { open } = useModals();
  const [text, setText] = useState('');
  const search = useSearchFocus();
  const today = dayIn(gym.timezone, new Date());
  const shown = (agenda.data?.results ?? []).filter((session) => matches(session, text));
  return (
    <>
      <header className="flex flex-col gap-4">
        <div>
          <h1 className="text-2xl">Calendar</h1>
          <p className="text-text-secondary">The next two weeks at {gym.name}</p>
        </div>
        <TextField
          ref={search}
          label="Search sessions"
          hideLabel
          type="search"
          placeholder="Search by title or host"
          icon={<Search />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </header>
      {agenda.isPending ? (
        <SessionRowsSkeleton rows={6} />
      ) : agenda.isError ? (
        <ErrorState text="The calendar did not load." onRetry={() => void agenda.refetch()} />
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<CalendarDays />}
          title={text ? 'Nothing matches' : 'Two quiet weeks'}
          text={
            text
              ? 'Try a shorter word, or the name of the host.'
              : 'Sessions at your gym will be listed here as soon as somebody plans one.'
          }
        />
      ) : (
        byDay(shown).map(([day, sessions]) => (
          <section key={day} className="flex flex-col gap-1">
            <DayHeading day={day} today={today} />
            <ul className="-mx-3 flex flex-col">
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onOpen={({ id }) => open({ name: 'session', id })} />
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  );
}

function DayHeading({ day, today }: { day: string; today: string }) {
  const { name, date } = dayHeading(day, today);
  return (
    <h2 className="sticky top-0 z-10 flex items-baseline gap-2 bg-bg-main py-2 text-base">
      {name}
      {date ? <span className="font-normal text-sm text-text-tertiary">{date}</span> : null}
    </h2>
  );
}

/** `/` on any member page comes here and begins to search. */
function useSearchFocus() {
  const field = useRef<HTMLInputElement>(null);
  const { state, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival asks anew
  useEffect(() => {
    if ((state as { search?: boolean } | null)?.search) field.current?.focus();
  }, [state, key]);
  return field;
}
