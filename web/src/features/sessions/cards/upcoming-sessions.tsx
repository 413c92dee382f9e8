import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { serverNow } from '#platform/server-clock.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { mySessionsQuery } from '../sessions.queries.ts';
import { dayInWords, dayOf } from '../times/session-time.ts';
import { zoneNamesIn } from '../times/zone-names.ts';
import { SessionRow, SessionRowsSkeleton } from './session-row.tsx';

type Props = {
  /** Leaves out sessions this member is already in. */
  without: string;
  isBusy: boolean;
  onChoose: (sessionId: string) => void;
  onCreate: () => void;
};

/** The reader's next sessions, to pick one. */
export function UpcomingSessions({ without, isBusy, onChoose, onCreate }: Props) {
  const mine = useQuery(mySessionsQuery());
  if (mine.isPending) return <SessionRowsSkeleton rows={3} />;
  if (!mine.data) return <ErrorState title="Couldn't load your sessions" onRetry={() => void mine.refetch()} />;
  const sessions = mine.data.results.filter(
    ({ start_time, participants }) =>
      Date.parse(start_time.utc) > serverNow() && !participants.some(({ id }) => id === without),
  );
  if (sessions.length === 0)
    return (
      <EmptyState
        className="py-6"
        icon={<CalendarPlus />}
        title="No upcoming sessions"
        text="Sessions you're in show up here, so you can invite people."
        action={<Button onClick={onCreate}>Create session</Button>}
      />
    );
  const zoneOf = zoneNamesIn(sessions);
  return (
    <ul aria-label="Your next sessions" aria-busy={isBusy} className="-mx-3 flex flex-col">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          day={dayInWords(dayOf(session.start_time), dayAt(serverNow(), session.start_time.timezone))}
          showGym
          zone={zoneOf(session)}
          onOpen={({ id }) => !isBusy && onChoose(id)}
        />
      ))}
    </ul>
  );
}
