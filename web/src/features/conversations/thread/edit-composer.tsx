import { longestMessage } from '@spotter/contract/limits.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Composer } from '#ui/chat/composer.tsx';

type Props = { text: string; onSave: (text: string) => void; onCancel: () => void };

/** Takes the composer's place while a sent message is changed. */
export function EditComposer({ text: before, onSave, onCancel }: Props) {
  const [text, setText] = useState(before);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-center justify-between gap-2 pl-1 text-sm text-text-secondary">
        Edit message
        <Button variant="ghost" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </p>
      <Composer
        text={text}
        onText={setText}
        onSend={onSave}
        placeholder="Message"
        maxLength={longestMessage}
        focusFirst
        onCancel={onCancel}
        isEdit
      />
    </div>
  );
}
