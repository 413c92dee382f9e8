import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { controlClass } from '#ui/form/control-class.ts';
import { IconButton } from '#ui/icon-button.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  placeholder: string;
  maxLength: number;
  onFocus?: (() => void) | undefined;
};

/** Enter sends and Shift+Enter starts a new line; on a touch screen Enter starts a new line too. */
export function Composer({ text, onText, onSend, placeholder, maxLength, onFocus }: Props) {
  const isEmpty = text.trim() === '';

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty) return;
    onSend(text.trim());
    onText('');
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
        placeholder={placeholder}
        rows={1}
        maxLength={maxLength}
        value={text}
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
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
