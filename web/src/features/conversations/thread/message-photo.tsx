import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import { nameOf } from '#platform/people/face.ts';
import { PhotoView } from '#ui/layer/photo-view.tsx';
import { type Message, messagePhotoQuery } from '../conversations.queries.ts';
import { useObjectUrl } from './use-object-url.ts';

const WIDEST = 288;
const HIGHEST = 352;

/** The room a photo takes in the chat, known before it is loaded. Very long ones are cut off here. */
function roomFor({ width, height }: NonNullable<Message['photo']>) {
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return {
    width: Math.max(width * scale, 96),
    aspectRatio: `${Math.max(width, height / 3)} / ${Math.max(height, width / 3)}`,
  };
}

/** A photo in its reserved room: the sender's own file until it is sent, then the server's. A tap opens it. */
export function MessagePhoto({ message }: { message: ShownMessage<Message> }) {
  const { photo, file, progress, sender } = message;
  const [isOpen, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({ ...messagePhotoQuery(message), enabled: !file });
  const url = useObjectUrl(file ?? data);
  if (!photo) return null;
  const name = `Photo by ${sender ? nameOf(sender) : 'a former member'}`;
  return (
    <span
      // A ring shows where a white photo ends. It lies inside, because the chat cuts off what stands out at its edge.
      className={clsx(
        'relative block max-w-full overflow-hidden bg-bg-secondary after:pointer-events-none after:absolute after:inset-0 after:ring-1 after:ring-border after:ring-inset',
        // A caption closes the shape below.
        message.content === '' ? 'rounded-sheet after:rounded-sheet' : 'mx-auto rounded-t-sheet after:rounded-t-sheet',
      )}
      style={roomFor(photo)}
    >
      {url ? (
        <button
          type="button"
          aria-label={`Open ${name}`}
          // The second press of a double tap on "Send photos" may lie on a photo.
          onClick={({ detail }) => detail < 2 && setOpen(true)}
          className="block size-full"
        >
          <img src={url} alt={name} draggable={false} className="size-full animate-enter object-cover" />
        </button>
      ) : isError ? (
        <button
          type="button"
          onClick={() => void refetch()}
          className="grid size-full place-content-center justify-items-center gap-1.5 p-2 text-center text-sm text-text-secondary"
        >
          <ImageOff aria-hidden="true" className="size-5" />
          Couldn't load the photo. Try again.
        </button>
      ) : (
        <span role="status" aria-label="Loading photo" className="block size-full animate-shimmer" />
      )}
      {message.state === 'sending' ? <Progress part={progress ?? 0} /> : null}
      <PhotoView open={isOpen} url={url} name={name} caption={message.content} onClose={() => setOpen(false)} />
    </span>
  );
}

const Progress = ({ part }: { part: number }) => (
  <span
    role="progressbar"
    aria-label="Sending photo"
    aria-valuenow={Math.round(part * 100)}
    className="absolute inset-x-3 bottom-3 h-1.5 overflow-hidden rounded-full bg-scrim"
  >
    <span
      className="block h-full rounded-full bg-primary-mark transition-[width]"
      style={{ width: `${Math.max(4, part * 100)}%` }}
    />
  </span>
);
