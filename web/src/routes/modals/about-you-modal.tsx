import { useQueryClient } from '@tanstack/react-query';
import { friendKeys } from '#features/friends/friends.queries.ts';
import { sessionKeys } from '#features/sessions/sessions.keys.ts';
import { AboutYouForm } from '#features/users/about-you-form.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

export default function AboutYouModal({ open, onClose }: ModalScreenProps<'about-you'>) {
  const user = useUser();
  const queryClient = useQueryClient();
  const saved = () => {
    // Who fits, and which sessions are open to their level.
    void queryClient.invalidateQueries({ queryKey: friendKeys.suggestions });
    void queryClient.invalidateQueries({ queryKey: sessionKeys.lists });
    toasts.success('Got it. Your suggestions are up to date');
    onClose();
  };
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="How do you train?">
      <AboutYouForm user={user} onSaved={saved} onSkip={onClose} />
    </Modal>
  );
}
