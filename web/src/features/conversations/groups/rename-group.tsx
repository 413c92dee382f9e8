import { longestGroupName } from '@spotter/contract/limits.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useUpdateConversation } from '../conversations.mutations.ts';
import type { Conversation } from '../conversations.queries.ts';

export function RenameGroup({ conversation }: { conversation: Conversation }) {
  const [name, setName] = useState(conversation.name ?? '');
  const rename = useUpdateConversation(conversation.id);
  const wanted = name.trim();
  const isChanged = wanted !== '' && wanted !== conversation.name;
  function save(event: FormEvent) {
    event.preventDefault();
    if (isChanged) rename.mutate(wanted);
  }
  return (
    <form onSubmit={save} className="flex items-end gap-2">
      <TextField
        label="Group name"
        maxLength={longestGroupName}
        value={name}
        error={rename.isError ? errorText(rename.error, "Couldn't rename the group. Try again.") : null}
        onChange={(event) => setName(event.target.value)}
        className="flex-1"
      />
      <Button type="submit" size="lg" disabled={!isChanged} loading={rename.isPending}>
        Save
      </Button>
    </form>
  );
}
