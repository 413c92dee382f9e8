import { wallAt } from '@spotter/contract/wall-clock.ts';
import { useOpenDirectConversation } from '#features/conversations/conversations.mutations.ts';
import { TrainTogether } from '#features/train-together/train-together.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { ModalScreenProps } from '#routes/modals/modals.ts';
import { useModals } from '#routes/modals/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

/** Three times to train with a member or a group, over whatever it was opened from. */
export default function TrainTogetherModal({ modal, open, onClose }: ModalScreenProps<'train-together'>) {
  const modals = useModals();
  const openChat = (conversationId: string) => modals.open({ name: 'messages', conversationId });
  const openDirect = useOpenDirectConversation(openChat);
  const isInChat = modals.stack.some(({ name }) => name === 'messages');
  const whom = 'userId' in modal ? modal.firstName : modal.groupName;
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={`Train with ${whom}`} size="sm">
      <TrainTogether
        company={modal}
        onInvite={onClose}
        onSent={(conversationId) =>
          toasts.longSuccess(`Invitation sent to ${whom}`, {
            text: "It's on your calendar.",
            ...(isInChat ? {} : { action: { label: 'Open chat', onSelect: () => openChat(conversationId) } }),
          })
        }
        onOther={({ times, workout, title }) => {
          const [first] = times.times;
          const forThem = { title, title_is_own: true };
          const { day, time } = first && times.gym ? wallAt(Date.parse(first.start_time), times.gym.timezone) : {};
          modals.open({
            name: 'create-session',
            company: modal,
            // For them alone, like an invitation to one of the times.
            copy:
              'userId' in modal
                ? { ...forThem, invited_user_ids: [modal.userId], invite_only: true, max_participants: 2 }
                : forThem,
            workoutType: workout,
            ...(times.gym && { gymId: times.gym.id }),
            ...(day && time && { start: `${day}T${time}` }),
          });
        }}
        onMessage={() => ('userId' in modal ? openDirect.mutate(modal.userId) : openChat(modal.conversationId))}
      />
    </Modal>
  );
}
