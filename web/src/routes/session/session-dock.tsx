import clsx from 'clsx';
import { DockedComposer } from '#features/sessions/messages/session-messages.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { useModals } from '#routes/modals.ts';

type Props = { session: SessionDetail; onInvite: () => void };

/** Docked at the bottom: the next step, and the composer for participants, below the chat where that has its own column. */
export function SessionDock({ session, onInvite }: Props) {
  const modals = useModals();
  return (
    <div
      className={clsx(
        'grid w-full min-w-0 grid-cols-[minmax(0,1fr)] items-center gap-x-10 gap-y-2.5',
        session.is_participant && 'lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]',
      )}
    >
      <SessionAction session={session} onShowProfile={() => modals.open({ name: 'profile' })} onInvite={onInvite} />
      {session.is_participant ? <DockedComposer session={session} /> : null}
    </div>
  );
}
