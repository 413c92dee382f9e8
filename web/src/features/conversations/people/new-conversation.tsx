import { longestGroupName } from '@spotter/contract/limits.ts';
import { errorText } from '#platform/api/api-error.ts';
import { dropDraft, useDraftState } from '#platform/forms/draft.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { useCreateGroupConversation, useOpenDirectConversation } from '../conversations.mutations.ts';
import type { Person } from '../conversations.queries.ts';
import { PeoplePicker } from './people-picker.tsx';

const DRAFT = 'new-conversation';
type Draft = { chosen: Person[]; name: string };
type Props = { open: boolean; onClose: () => void; onOpened: (id: string) => void };

/** One person makes a direct chat, several a group with a name. */
export default function NewConversation({ open, onClose, onOpened }: Props) {
  const [{ chosen, name }, set] = useDraftState<Draft>(DRAFT, () => ({ chosen: [], name: '' }));
  const done = (id: string) => {
    set({ chosen: [], name: '' });
    dropDraft(DRAFT);
    onClose();
    onOpened(id);
  };
  const direct = useOpenDirectConversation(done);
  const group = useCreateGroupConversation(done);
  const isGroup = chosen.length > 1;
  const start = () => {
    const user_ids = chosen.map(({ id }) => id);
    if (isGroup) group.mutate({ name: name.trim(), user_ids });
    else if (chosen[0]) direct.mutate(chosen[0].id);
  };
  return (
    <Modal
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="New chat"
      description="Choose one person to message, or several for a group."
      footer={
        <Button
          disabled={chosen.length === 0 || (isGroup && name.trim() === '')}
          loading={direct.isPending || group.isPending}
          onClick={start}
        >
          {isGroup ? 'Create group' : chosen[0] ? `Message ${chosen[0].first_name}` : 'Start chat'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {isGroup ? (
          <TextField
            label="Group name"
            placeholder="Such as Saturday squad"
            maxLength={longestGroupName}
            value={name}
            error={group.isError ? errorText(group.error, "Couldn't create the group. Try again.") : null}
            onChange={(event) => set({ name: event.target.value })}
          />
        ) : null}
        <PeoplePicker chosen={chosen} onChange={(next) => set({ chosen: next })} />
      </div>
    </Modal>
  );
}
