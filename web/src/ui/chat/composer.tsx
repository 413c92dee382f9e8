import { Check, ImagePlus, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
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
  /** Set while a sent message is edited or answered; Escape ends it. */
  onCancel?: (() => void) | undefined;
  isEdit?: boolean;
  /** Takes pictures that are chosen or pasted. */
  onPictures?: ((files: File[]) => void) | undefined;
};

export const picturesIn = (files: FileList | undefined | null) =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Enter sends and Shift+Enter starts a new line; on a touch screen Enter starts a new line too. */
export function Composer(props: Props) {
  const { text, onText, onSend, placeholder, maxLength, onFocus, focusFirst = false, onCancel } = props;
  const { isEdit = false, onPictures } = props;
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  useEffect(() => {
    if (!focusFirst || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [focusFirst]);

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (isEmpty) return;
    onSend(text.trim());
    onText('');
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
    const pictures = picturesIn(event.clipboardData.files);
    if (!onPictures || pictures.length === 0) return;
    event.preventDefault();
    onPictures(pictures);
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2">
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
              onPictures(picturesIn(event.target.files));
              // Lets the user choose the same file again.
              event.target.value = '';
            }}
          />
        </>
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
      <IconButton
        type="submit"
        label={isEdit ? 'Save' : 'Send'}
        icon={isEdit ? <Check /> : <SendHorizontal className="rtl:-scale-x-100" />}
        variant="primary"
        round
        disabled={isEmpty}
      />
    </form>
  );
}
