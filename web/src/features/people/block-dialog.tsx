import { useState } from 'react';
import { whatBlockingDoes } from '#platform/people/block-words.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useBlock } from './people.queries.ts';

type Props = {
  person: { id: string; first_name: string };
  areFriends?: boolean;
  open: boolean;
  onClose: () => void;
  onBlocked: () => void;
};

export function BlockDialog({ person, areFriends = false, open, onClose, onBlocked }: Props) {
  const block = useBlock();
  const [blocking, setBlocking] = useState(false);
  const confirm = () => {
    setBlocking(true);
    block(person)
      .then(onBlocked, onClose)
      .finally(() => setBlocking(false));
  };
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
          <Button variant="danger" loading={blocking} onClick={confirm}>
            Block
          </Button>
        </>
      }
    />
  );
}
