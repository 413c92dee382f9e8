import { DockedComposer } from '#features/sessions/messages/session-messages.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { useModals } from '#routes/modals/modals.ts';

type Props = { session: SessionDetail; onInvite: () => void; hasComposer: boolean };

/** Docked at the bottom: the next step, and the chat composer for participants. */
export function SessionDock({ session, onInvite, hasComposer }: Props) {
  const modals = useModals();
  return (
    <div className="flex w-full min-w-0 flex-col gap-2.5">
      <SessionAction session={session} onShowProfile={() => modals.open({ name: 'profile' })} onInvite={onInvite} />
      {hasComposer && session.is_participant ? <DockedComposer session={session} /> : null}
    </div>
  );
}
