import { longestMessage } from '@spotter/contract/limits.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Composer } from '#ui/chat/composer.tsx';
import { useEditMessage } from '../conversations.mutations.ts';
import type { Message } from '../conversations.queries.ts';

/** Takes the composer's place while a sent message is changed. */
export function EditComposer({ message, onDone }: { message: Message; onDone: () => void }) {
  const [text, setText] = useState(message.content);
  const edit = useEditMessage();
  function save(value: string) {
    if (value !== message.content) edit.mutate({ message, value });
    onDone();
  }
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center justify-between gap-2 pl-1 text-sm text-text-secondary">
        Edit message
        <Button variant="ghost" size="xs" onClick={onDone}>
          Cancel
        </Button>
      </p>
      <Composer
        text={text}
        onText={setText}
        onSend={save}
        placeholder="Message"
        maxLength={longestMessage}
        focusFirst
        onCancel={onDone}
        isEdit
      />
    </div>
  );
}
