import { longestMessage } from '@spotter/contract/limits.ts';
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { type ChosenPhoto, mostPhotosAtOnce } from '#platform/chat/use-chosen-photos.ts';
import { useTextDraft } from '#platform/forms/draft.ts';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/form/control-class.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useObjectUrl } from './use-object-url.ts';

type Props = {
  chosen: readonly ChosenPhoto[];
  /** Whose chat it is. */
  to: string;
  /** What is written in the composer is the caption, and what is written here stays there. */
  draft: string;
  onChoose: (files: File[]) => void;
  onRemove: (key: string) => void;
  onCancel: () => void;
  onSend: (caption: string) => void;
};

/** Shows photos before they are sent: a wrong one is chosen, pasted or dropped easily. */
export default function ChosenPhotos({ chosen, to, draft, onChoose, onRemove, onCancel, onSend }: Props) {
  const reader = useUser();
  const [caption, setCaption] = useTextDraft(reader.id, draft);
  const picker = useRef<HTMLInputElement>(null);
  const isReading = chosen.some(({ photo }) => !photo);
  const isOne = chosen.length === 1;
  function send() {
    onSend(caption.trim());
    setCaption('');
  }
  return (
    <Dialog
      open={chosen.length > 0}
      onOpenChange={(next) => next || onCancel()}
      title={isOne ? 'Send this photo?' : `Send ${chosen.length} photos?`}
      description={`To ${to}`}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={isReading} onClick={send}>
            {isOne ? 'Send photo' : 'Send photos'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul
          aria-label="Photos to send"
          className={isOne ? 'grid' : 'grid grid-cols-3 gap-2 large-text:max-md:grid-cols-2'}
        >
          {chosen.map(({ key, photo }, index) => (
            <li key={key} className="relative overflow-hidden rounded-card bg-bg-secondary ring-1 ring-border">
              <Picture file={photo?.file} name={`Photo ${index + 1}`} isAlone={isOne} />
              {isOne ? null : (
                <IconButton
                  label={`Remove photo ${index + 1}`}
                  icon={<X />}
                  size="sm"
                  round
                  onClick={() => onRemove(key)}
                  className="absolute end-1 top-1 size-[min(2rem,44px)]! bg-bg-raised shadow-float"
                />
              )}
            </li>
          ))}
        </ul>
        {chosen.length < mostPhotosAtOnce ? (
          <>
            <Button
              variant="ghost"
              size="sm"
              icon={<ImagePlus />}
              className="-ml-3 self-start"
              onClick={() => picker.current?.click()}
            >
              Add more photos
            </Button>
            <input
              ref={picker}
              type="file"
              accept="image/*"
              multiple
              aria-label="More photos"
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                onChoose([...(event.target.files ?? [])]);
                // Lets the user choose the same file again.
                event.target.value = '';
              }}
            />
          </>
        ) : null}
        <textarea
          aria-label="Caption"
          placeholder="Add a caption"
          rows={1}
          maxLength={longestMessage}
          value={caption}
          dir="auto"
          onChange={(event) => setCaption(event.target.value)}
          className={`${controlClass} field-sizing-content max-h-28 min-h-11 resize-none rounded-sheet px-4 py-2.5`}
        />
      </div>
    </Dialog>
  );
}

function Picture({ file, name, isAlone }: { file: Blob | undefined; name: string; isAlone: boolean }) {
  const url = useObjectUrl(file);
  const className = isAlone ? 'h-72 w-full object-contain' : 'aspect-square w-full object-cover';
  if (!url)
    return <span role="status" aria-label="Reading the photo" className={`block animate-shimmer ${className}`} />;
  return <img src={url} alt={name} className={className} />;
}
