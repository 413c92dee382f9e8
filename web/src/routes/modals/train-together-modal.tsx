import { wallAt } from '@spotter/contract/wall-clock.ts';
import { useOpenDirectConversation } from '#features/conversations/conversations.mutations.ts';
import { nameOfCompany } from '#features/train-together/train-together.queries.ts';
import { type SessionPlan, TrainTogether } from '#features/train-together/train-together.tsx';
import { useInvitationSent } from '#routes/modals/invitation-sent.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

/** Three times to train with a member or a group, over whatever it was opened from. */
export default function TrainTogetherModal({ modal, open, onClose }: ModalScreenProps<'train-together'>) {
  const modals = useModals();
  const openChat = (conversationId: string) => modals.open({ name: 'messages', conversationId });
  const openDirect = useOpenDirectConversation(openChat);
  const onSent = useInvitationSent(modal);

  function openForm({ times: { gym, people, times }, workout, title, letsOthersJoin, message }: SessionPlan) {
    const [first] = times;
    const { day, time } = first && gym ? wallAt(Date.parse(first.start_time), gym.timezone) : {};
    modals.open({
      name: 'create-session',
      invitation: { company: modal, message },
      copy: {
        title,
        title_is_own: true,
        invite_only: !letsOthersJoin,
        ...(!letsOthersJoin && { max_participants: people + 1 }),
      },
      workoutType: workout,
      ...(gym && { gymId: gym.id }),
      ...(day && time && { start: `${day}T${time}` }),
    });
  }

  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={`Train with ${nameOfCompany(modal)}`} size="sm">
      <TrainTogether
        company={modal}
        onInvite={onClose}
        onSent={onSent}
        onOther={openForm}
        onMessage={() => ('userId' in modal ? openDirect.mutate(modal.userId) : openChat(modal.conversationId))}
      />
    </Modal>
  );
}
