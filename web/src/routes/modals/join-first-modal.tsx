import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { Modal } from '#ui/layer/modal.tsx';

type Props = { title: string; open: boolean; onClose: () => void };

/** Stands in for a window about the people and sessions of a gym while the reader has none. */
export default function JoinFirstModal({ title, open, onClose }: Props) {
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={title}>
      <JoinYourGym />
    </Modal>
  );
}
