import { useNavigate } from 'react-router';
import { useSettlePoll } from '#features/conversations/polls/polls.ts';
import { FriendPicker } from '#features/friends/friend-picker.tsx';
import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { CreateSession } from '#features/sessions/form/create-session.tsx';
import { useSendCard } from '#features/train-together/train-together.queries.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import type { ModalScreenProps } from '#routes/modals/modals.ts';
import { useModals } from '#routes/modals/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

export default function CreateSessionModal({ modal, open, onClose }: ModalScreenProps<'create-session'>) {
  const modals = useModals();
  const navigate = useNavigate();
  const { gym } = useLogin();
  const sendCard = useSendCard(modal.company);
  const settle = useSettlePoll(modal.poll);
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Create session" size="lg">
      {gym ? (
        <CreateSession
          prefill={modal}
          invite={(props) => <FriendPicker {...props} also={modal.people} />}
          onCreated={(session) => {
            const { gym: at, start_time, title } = session;
            if (modal.poll) settle.mutate(session.id);
            if (modal.company) sendCard.mutate(session.id);
            // Opens the session, which is where it can be shared; a checklist goes on with its next step.
            if (modal.backTo) void navigate(modal.backTo, { replace: true });
            else modals.open({ name: 'session', id: session.id });
            toasts.success(`${title} is on the calendar`, {
              text: `${momentInWords(start_time.utc, at.timezone)}. You're the first one in.`,
            });
          }}
        />
      ) : (
        <JoinYourGym />
      )}
    </Modal>
  );
}
