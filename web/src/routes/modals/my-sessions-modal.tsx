import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { SessionRow, SessionRowsSkeleton } from '#features/sessions/session-row.tsx';
import { dayIn, dayInWords, dayOf } from '#features/sessions/session-time.ts';
import { mySessionsQuery } from '#features/sessions/sessions.queries.ts';
import { useModals } from '#platform/modals/modals.tsx';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { EmptyState, ErrorState } from '#ui/empty-state.tsx';
import { Modal } from '#ui/modal.tsx';

export default function MySessionsModal({ open, onClose }: ModalScreenProps<'my-sessions'>) {
  const mine = useQuery(mySessionsQuery());
  const modals = useModals();
  return (
    <Modal open={open} onOpenChange={onClose} title="My sessions">
      {mine.isPending ? (
        <SessionRowsSkeleton />
      ) : mine.isError ? (
        <ErrorState text="Your sessions did not load." onRetry={() => void mine.refetch()} />
      ) : mine.data.results.length === 0 ? (
        <EmptyState icon={<CalendarPlus />} title="Nothing planned yet" text="Sessions you join will be listed here." />
      ) : (
        <ul className="-mx-3 flex flex-col">
          {mine.data.results.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              day={dayInWords(dayOf(session.start_time), dayIn(session.start_time.timezone, new Date()))}
              onOpen={({ id }) => modals.open({ name: 'session', id })}
            />
          ))}
        </ul>
      )}
    </Modal>
  );
}
