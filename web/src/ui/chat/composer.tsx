import { Check, ImagePlus, ListChecks, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { controlClass } from '#ui/form/control-class.ts';
import { IconButton } from '#ui/icon-button.tsx';

type Props = {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  placeholder: string;
  maxLength: number;
  onFocus?: (() => void) | undefined;
  /** Takes the focus when it appears. */
  focusFirst?: boolean | undefined;
  /** Takes the focus whenever this changes to another message. */
  answers?: string | undefined;
  /** Set while a sent message is edited or answered; Escape ends it. */
  onCancel?: (() => void) | undefined;
  isEdit?: boolean;
  /** Takes files that are chosen or pasted, to be sent as pictures. */
  onPictures?: ((files: File[]) => void) | undefined;
  /** Starts a poll; offered while nothing is written. */
  onPoll?: (() => void) | undefined;
};

/** From how many characters before the end the writer is told how many are left. */
const NEAR_LIMIT = 200;

/** Enter sends and Shift+Enter starts a new line; on a touch screen Enter starts a new line too. */
export function Composer(props: Props) {
  const { text, onText, onSend, placeholder, maxLength, onFocus, focusFirst = false, answers, onCancel } = props;
  const { isEdit = false, onPictures, onPoll } = props;
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  // A reply that was begun before the chat was opened must not raise a phone's keyboard.
  const [begun] = useState(answers);
  useEffect(() => {
    if (!(focusFirst || (answers && answers !== begun)) || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [focusFirst, answers, begun]);

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty) return;
    onSend(text.trim());
    onText('');
    // A tap on the button would close the keyboard of a phone between two messages.
    area.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && onCancel) {
      // The window around it stays open.
      event.stopPropagation();
      onCancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (window.matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  }

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData;
    // Office programs add a picture of the text they copy.
    if (!onPictures || files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    onPictures([...files]);
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2 max-md:large-text:flex-wrap">
      {onPictures ? (
        <>
          <IconButton label="Add photos" icon={<ImagePlus />} round onClick={() => picker.current?.click()} />
          <input
            ref={picker}
            type="file"
            accept="image/*"
            multiple
            aria-label="Photos"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              onPictures([...(event.target.files ?? [])]);
              // Lets the user choose the same file again.
              event.target.value = '';
            }}
          />
        </>
      ) : null}
      {onPoll && isEmpty ? <IconButton label="Create a poll" icon={<ListChecks />} round onClick={onPoll} /> : null}
      <div className="flex min-w-0 flex-1 flex-col gap-1 max-md:large-text:order-first max-md:large-text:basis-full">
        {maxLength - text.length < NEAR_LIMIT ? (
          <p role="status" data-figures="" className="px-4 text-right text-text-secondary text-xs">
            {charactersLeft(maxLength - text.length)}
          </p>
        ) : null}
        <textarea
          ref={area}
          aria-label="Message"
          placeholder={placeholder}
          rows={1}
          maxLength={maxLength}
          value={text}
          dir="auto"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={onFocus}
          className={`${controlClass} field-sizing-content max-h-36 min-h-11 resize-none rounded-sheet px-4 py-2.5`}
        />
      </div>
      <IconButton
        type="submit"
        label={isEdit ? 'Save' : 'Send'}
        icon={isEdit ? <Check /> : <SendHorizontal className="rtl:-scale-x-100" />}
        variant="primary"
        round
        disabled={isEmpty}
        className="max-md:large-text:ml-auto"
      />
    </form>
  );
}

function charactersLeft(left: number): string {
  if (left <= 0) return 'No characters left';
  return left === 1 ? '1 character left' : `${left} characters left`;
}
