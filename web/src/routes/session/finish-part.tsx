import type { Finish } from '#features/sessions/finish/finish.queries.ts';
import { FinishCard } from '#features/sessions/finish/finish-card.tsx';
import { copyOf } from '#features/sessions/form/session-form-values.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useModals } from '#routes/modals.ts';

type Props = { finish: Finish; namesSession?: boolean; onClose?: () => void };

/** A finish with what it leads to. Loaded on first use: most visits have none. */
export default function FinishPart({ finish, ...more }: Props) {
  const { open } = useModals();
  /** The form, filled in with the same session a week later and with invites for those who came. */
  const plan = () => {
    const people = finish.people.map(({ person }) => person);
    const copy = { ...copyOf(finish.session, serverNow()), invited_user_ids: people.map(({ id }) => id) };
    open({ name: 'create-session', copy, people });
  };
  return <FinishCard finish={finish} onOpen={(id) => open({ name: 'session', id })} onPlan={plan} {...more} />;
}
