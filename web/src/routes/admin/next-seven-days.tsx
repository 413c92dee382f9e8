import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/cards/session-row.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { comingWeekSessionsQuery } from '#features/sessions/sessions.queries.ts';
import { dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { zoneNamesIn } from '#features/sessions/times/zone-names.ts';
import { useUser } from '#platform/login/use-login.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';

const sum = (sessions: readonly SessionItem[], pick: (session: SessionItem) => number) =>
  sessions.reduce((total, session) => total + pick(session), 0);

function inWords(sessions: readonly SessionItem[]): string {
  const taken = sum(sessions, (session) => session.current_participants);
  const spots = sum(sessions, (session) => session.max_participants);
  const waiting = sum(sessions, (session) => session.waitlist_count);
  return `${sessions.length} sessions · ${taken} of ${spots} spots taken · ${waiting} on waitlists`;
}

/** What is on the calendar next. */
export function NextSevenDays() {
  const week = useQuery(comingWeekSessionsQuery());
  const zoneOf = zoneNamesIn(week.data?.results ?? []);
  const severalGyms = useUser().accessible_gyms.length > 1;
  return (
    <Card className="flex min-w-0 flex-col gap-4 print:hidden">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg">Next seven days</h2>
        {week.data && week.data.results.length > 0 ? (
          <p data-figures="" className="text-sm text-text-secondary">
            {inWords(week.data.results)}
          </p>
        ) : null}
      </header>
      {week.isPending ? (
        <SessionRowsSkeleton rows={4} />
      ) : week.isError ? (
        <ErrorState title="Couldn't load sessions" onRetry={() => void week.refetch()} />
      ) : week.data.results.length === 0 ? (
        <EmptyState
          icon={<Building2 />}
          title="No sessions this week"
          text="Sessions your members create show up here."
        />
      ) : (
        <ul className="-mx-3 grid grid-cols-1 lg:grid-cols-2">
          {week.data.results.slice(0, 8).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              showGym={severalGyms}
              zone={zoneOf(session)}
              day={dayInWords(dayOf(session.start_time), dayAt(Date.now(), session.start_time.timezone))}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
