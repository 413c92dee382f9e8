import { X } from 'lucide-react';
import type { ChosenPhoto } from '#platform/chat/use-chosen-photos.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useObjectUrl } from './use-object-url.ts';

type Props = {
  chosen: readonly ChosenPhoto[];
  /** Whose chat it is. */
  to: string;
  onRemove: (key: string) => void;
  onCancel: () => void;
  onSend: () => void;
};

/** Shows photos before they are sent: a wrong one is chosen, pasted or dropped easily. */
export function ChosenPhotos({ chosen, to, onRemove, onCancel, onSend }: Props) {
  const isReading = chosen.some(({ photo }) => !photo);
  const isOne = chosen.length === 1;
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
          <Button loading={isReading} onClick={onSend}>
            {isOne ? 'Send photo' : 'Send photos'}
          </Button>
        </>
      }
    >
      <ul aria-label="Photos to send" className={isOne ? 'grid' : 'grid grid-cols-2 gap-2'}>
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
                className="absolute end-1.5 top-1.5 bg-bg-raised shadow-float"
              />
            )}
          </li>
        ))}
      </ul>
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
