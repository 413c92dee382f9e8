import { longestMessage } from '@spotter/contract/limits.ts';
import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTextDraft } from '#platform/forms/draft.ts';
import { controlClass } from '#ui/form/control-class.ts';
import { IconButton } from '#ui/icon-button.tsx';

/** Return sends, with Shift it is a new line; under a thumb the button does. */
export function ChatComposer({ sessionId, onSend }: { sessionId: string; onSend: (text: string) => void }) {
  const [text, setText] = useTextDraft(`chat:${sessionId}`);
  const isEmpty = text.trim() === '';

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty) return;
    onSend(text.trim());
    setText('');
  }
  function onKeyDown(event: KeyboardEvent) {
    const isTouch = window.matchMedia('(pointer: coarse)').matches;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return;
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2">
      <textarea
        aria-label="Message"
        placeholder="Write to everyone in it"
        rows={1}
        maxLength={longestMessage}
        value={text}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${controlClass} field-sizing-content max-h-36 min-h-11 resize-none rounded-sheet px-4 py-2.5`}
      />
      <IconButton
        type="submit"
        label="Send"
        icon={<SendHorizontal className="rtl:-scale-x-100" />}
        variant="primary"
        round
        disabled={isEmpty}
      />
    </form>
  );
}
