import { DockedComposer } from '#features/sessions/messages/session-messages.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { useModals } from '#routes/modals/modals.ts';

type Props = { session: SessionDetail; onInvite: () => void; hasComposer: boolean };

/** Under the thumb: the next step, and for members who are in the composer of the chat. */
export function SessionDock({ session, onInvite, hasComposer }: Props) {
  const modals = useModals();
  return (
    <div className="flex w-full min-w-0 flex-col gap-2.5">
      <SessionAction session={session} onShowProfile={() => modals.open({ name: 'profile' })} onInvite={onInvite} />
      {hasComposer && session.is_participant ? <DockedComposer session={session} /> : null}
    </div>
  );
}
