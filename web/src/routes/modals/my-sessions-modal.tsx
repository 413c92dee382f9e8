import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarCheck2, CalendarPlus, History, Hourglass, Megaphone, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { AgendaHeading } from '#features/sessions/calendar/agenda.tsx';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/cards/session-row.tsx';
import { type MyTab, myTabQuery } from '#features/sessions/my-sessions.queries.ts';
import type { SessionItem } from '#features/sessions/session.ts';
import { dayOf } from '#features/sessions/times/session-time.ts';
import { zoneNamesIn } from '#features/sessions/times/zone-names.ts';
import { useUser } from '#platform/login/use-login.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Tabs } from '#ui/tabs.tsx';

const toCalendar = (
  <Link to="/app/calendar" className={buttonClass()}>
    Find a session
  </Link>
);

const empty: Record<MyTab, { icon: ReactNode; title: string; text: string; action?: ReactNode }> = {
  upcoming: {
    icon: <CalendarPlus />,
    title: 'No sessions planned yet',
    text: "Sessions you've joined show up here.",
    action: toCalendar,
  },
  hosting: {
    icon: <Megaphone />,
    title: "You haven't hosted a session yet",
    text: 'Create one, and people who train at your times will see it.',
  },
  waiting: {
    icon: <Hourglass />,
    title: "You're not on any waitlists",
    text: 'Join the waitlist of a full session, and it shows up here until a spot opens up.',
    action: toCalendar,
  },
  past: {
    icon: <History />,
    title: 'No past sessions yet',
    text: "Sessions you've been in show up here.",
    action: toCalendar,
  },
};

/** The reader's own sessions: upcoming, hosted, waitlisted and past. */
export default function MySessionsModal({ open, onClose }: ModalScreenProps<'my-sessions'>) {
  const [tab, setTab] = useState<MyTab>('upcoming');
  const names: [MyTab, string][] = [
    ['upcoming', 'Upcoming'],
    ['hosting', 'Hosting'],
    ['waiting', 'Waitlist'],
    ['past', 'Past'],
  ];
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="My sessions">
      <Tabs
        label="My sessions"
        value={tab}
        onChange={setTab}
        tabs={names.map(([value, label]) => ({ value, label, content: tab === value ? <List tab={value} /> : null }))}
      />
    </Modal>
  );
}

function List({ tab }: { tab: MyTab }) {
  const reader = useUser();
  const modals = useModals();
  const list = useInfiniteQuery(myTabQuery(tab, reader.id));
  if (list.isPending && list.fetchStatus !== 'paused') return <SessionRowsSkeleton />;
  if (!list.data)
    return <ErrorState title="Couldn't load your sessions" onRetry={() => void list.refetch()} className="py-8" />;
  const now = Date.now();
  const sessions = list.data.pages
    .flatMap(({ results }) => results)
    .filter(({ end_time }) => tab !== 'past' || Date.parse(end_time.utc) <= now);
  if (sessions.length === 0 && !list.hasNextPage) {
    const create = (
      <Button icon={<Plus />} onClick={() => modals.open({ name: 'create-session' })}>
        Create session
      </Button>
    );
    return <EmptyState {...empty[tab]} action={tab === 'hosting' ? create : empty[tab].action} className="py-10" />;
  }
  const zoneOf = zoneNamesIn(sessions);
  return (
    <>
      {[...Map.groupBy(sessions, ({ start_time }) => dayOf(start_time))].map(([day, ofDay]) => (
        <section key={day} className="flex flex-col">
          <AgendaHeading day={day} today={dayAt(now, ofDay[0]?.start_time.timezone ?? 'UTC')} note={null} />
          <ul className="-mx-3 flex flex-col">
            {ofDay.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                showGym={reader.accessible_gyms.length > 1}
                zone={zoneOf(session)}
                onOpen={({ id }) => modals.enter({ name: 'session', id })}
                note={tab === 'past' ? <Attendance session={session} /> : undefined}
              />
            ))}
          </ul>
        </section>
      ))}
      <NextPage query={list}>
        <SessionRowsSkeleton rows={2} />
      </NextPage>
    </>
  );
}

/** Whether the reader attended, once the host has checked people in. */
function Attendance({ session: { attended } }: { session: SessionItem }) {
  if (attended === null) return null;
  return attended ? (
    <Badge tone="success" icon={<CalendarCheck2 aria-hidden="true" />}>
      Attended
    </Badge>
  ) : (
    <Badge>Missed</Badge>
  );
}
