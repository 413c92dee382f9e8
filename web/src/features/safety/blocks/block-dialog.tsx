import type { BlockProps } from '#platform/people/safety.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useBlock } from './blocks.queries.ts';

/** What blocking someone does, in words. */
const whatBlockingDoes = (firstName: string, areFriends = false) =>
  `You and ${firstName} won't see each other anywhere: not in sessions, chats or search. ${
    areFriends ? 'You stop being friends, and you both' : 'You both'
  } lose your spots in each other's upcoming sessions. ${firstName} isn't told.`;

export function BlockDialog({ person, areFriends = false, open, onClose, onBlocked }: BlockProps) {
  const block = useBlock();
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Block ${person.first_name}?`}
      description={whatBlockingDoes(person.first_name, areFriends)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={block.isSending}
            onClick={() => void block.send(person).then((isBlocked) => (isBlocked ? onBlocked() : onClose()))}
          >
            Block
          </Button>
        </>
      }
    />
  );
}
