import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/cards/session-row.tsx';
import type { SessionItem } from '#features/sessions/session.ts';
import { type JoinableFilters, joinableSessionsQuery, mySessionsQuery } from '#features/sessions/sessions.queries.ts';
import { JoinButton } from '#features/sessions/spots/join-button.tsx';
import { dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { WorkoutIcon, type WorkoutType } from '#features/sessions/workout.tsx';
import { levelName, namesOf, workoutName } from '#platform/people/training-words.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Chip } from '#ui/chip.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useInvitations } from './offers.tsx';
import { Section } from './section.tsx';

type Props = {
  gym: { id: string; timezone: string };
  onOpen: (session: SessionItem) => void;
  /** If joining is the main action, the first button is filled. */
  isFirstStep: boolean;
  /** How many sessions are due at most; none while only the filters are. */
  rows: number;
};

const TYPES = Object.keys(workoutName) as WorkoutType[];
const LEVELS = namesOf(levelName).map(([value, label]) => ({ value, label }));
const PARTS = [
  { value: 'morning', label: 'Morning' },
  { value: 'afternoon', label: 'Afternoon' },
  { value: 'evening', label: 'Evening' },
] as const;
const FIRST = 6;

/** Sessions to join this week, filtered by type, level and time of day. */
export function JoinableSection({ gym, onOpen, isFirstStep, rows }: Props) {
  const [filters, setFilters] = useState<JoinableFilters>({});
  const [all, setAll] = useState(false);
  const [joinedHere, setJoinedHere] = useState<ReadonlySet<string>>(new Set());
  const joinable = useQuery(joinableSessionsQuery(gym, filters));
  const mine = useQuery(mySessionsQuery());
  const invitations = new Set(useInvitations().map(({ id }) => id));
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  // A session just joined keeps its place until the reader leaves the page.
  const open = joinable.data?.results.filter(({ id }) => !invitations.has(id)) ?? [];
  const joined = (mine.data?.results ?? []).filter(
    ({ id }) => joinedHere.has(id) && !open.some((session) => session.id === id),
  );
  const sessions = [...open, ...joined].toSorted((one, other) =>
    one.start_time.utc.localeCompare(other.start_time.utc),
  );
  const news = open.filter(({ id, is_participant }) => is_participant && !joinedHere.has(id));
  if (news.length > 0) setJoinedHere(new Set([...joinedHere, ...news.map(({ id }) => id)]));

  const shown = Math.min(rows, all ? sessions.length : FIRST);
  const wide = useMediaQuery('(min-width: 48rem)');
  const set = (part: JoinableFilters) => setFilters({ ...filters, ...part });
  const today = dayAt(serverNow(), gym.timezone);
  const more = (
    <>
      <FilterSelect
        label="Level"
        any="Any level"
        options={LEVELS}
        value={filters.level ?? null}
        onChange={(level) => set({ level: level ?? undefined })}
      />
      <FilterSelect
        label="Time of day"
        any="Any time"
        options={PARTS}
        value={filters.part_of_day ?? null}
        onChange={(part) => set({ part_of_day: part ?? undefined })}
      />
    </>
  );
  return (
    <Section title="Sessions you can join" aside={wide ? <span className="flex gap-2">{more}</span> : null}>
      <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0">
        <Chip selected={!isFiltered} onToggle={() => setFilters({})}>
          All
        </Chip>
        {TYPES.map((type) => (
          <Chip
            key={type}
            icon={<WorkoutIcon type={type} />}
            selected={filters.workout_type === type}
            onToggle={() => set({ workout_type: filters.workout_type === type ? undefined : type })}
          >
            {workoutName[type]}
          </Chip>
        ))}
        {wide ? null : more}
      </div>
      {rows === 0 ? null : joinable.isPending && joinable.fetchStatus !== 'paused' ? (
        <SessionRowsSkeleton />
      ) : !joinable.data ? (
        <ErrorState title="Couldn't load sessions" onRetry={() => void joinable.refetch()} />
      ) : sessions.length > 0 ? (
        <>
          <ul
            data-tour="joinable"
            className={`-mx-3 flex scroll-mt-20 flex-col ${joinable.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {sessions.slice(0, shown).map((session, index) => (
              <SessionRow
                key={session.id}
                session={session}
                day={dayInWords(dayOf(session.start_time), today)}
                onOpen={onOpen}
                action={<JoinButton session={session} filled={isFirstStep && index === 0} />}
              />
            ))}
          </ul>
          {rows >= FIRST ? (
            <More
              hidden={sessions.length - shown}
              elsewhere={joinable.data.count - joinable.data.results.length}
              onAll={() => setAll(true)}
            />
          ) : null}
        </>
      ) : (
        <Nothing isFiltered={isFiltered} onClear={() => setFilters({})} />
      )}
    </Section>
  );
}

/** First the remaining entries, then a link to the calendar, which has everything. */
function More({ hidden, elsewhere, onAll }: { hidden: number; elsewhere: number; onAll: () => void }) {
  if (hidden > 0)
    return (
      <Button variant="secondary" className="self-start" onClick={onAll}>
        Show {hidden} more
      </Button>
    );
  return elsewhere > 0 ? (
    <Link to="/app/calendar" className={buttonClass({ variant: 'secondary', className: 'self-start' })}>
      See all in calendar
    </Link>
  ) : null;
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { open } = useModals();
  return isFiltered ? (
    <EmptyState
      className="py-8"
      icon={<SlidersHorizontal />}
      title="No matches this week"
      text="Try another type, level or time."
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      className="py-8"
      icon={<CalendarDays />}
      title="No open sessions this week"
      text="Sessions you can join show up here. Why not start one?"
      action={<Button onClick={() => open({ name: 'create-session' })}>Create session</Button>}
    />
  );
}
