import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { useAddParticipants } from '../conversations.mutations.ts';
import type { Conversation, Person } from '../conversations.queries.ts';
import { PeoplePicker } from '../people/people-picker.tsx';

type Props = { open: boolean; conversation: Conversation; onClose: () => void };

export function AddPeople({ open, conversation, onClose }: Props) {
  const [chosen, setChosen] = useState<Person[]>([]);
  const add = useAddParticipants(conversation.id);
  const save = () =>
    add.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: () => {
          setChosen([]);
          onClose();
        },
      },
    );
  return (
    <Modal
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Add people"
      description="They see messages from now on."
      footer={
        <Button disabled={chosen.length === 0} loading={add.isPending} onClick={save}>
          {chosen.length > 1 ? `Add ${chosen.length} people` : 'Add to group'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {add.isError ? <Banner>{errorText(add.error, "Couldn't add them. Try again.")}</Banner> : null}
        <PeoplePicker chosen={chosen} onChange={setChosen} exceptIds={conversation.participants.map(({ id }) => id)} />
      </div>
    </Modal>
  );
}
