import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { listTime } from '../conversation.words.ts';
import { PersonFace } from '../conversation-face.tsx';
import type { FoundMessage } from '../conversations.queries.ts';
import { rowClass } from './conversation-row.tsx';

type Props = { found: FoundMessage; now: number; onOpen: () => void };

/** A message that a search found, with the words marked: who wrote it, and in which chat unless that is clear. */
export function FoundMessageRow({ found, now, onOpen }: Props) {
  const reader = useUser();
  const { sender, conversation_name, excerpt, created_at } = found;
  const name = sender.id === reader.id ? 'You' : nameOf(sender);
  return (
    <button type="button" onClick={onOpen} className={`${rowClass} hover:bg-bg-secondary`}>
      <PersonFace person={sender} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate">
            <span className="font-medium">{name}</span>
            {conversation_name === '' || nameOf(sender) === conversation_name ? null : (
              <span className="text-sm text-text-secondary"> · {conversation_name}</span>
            )}
          </span>
          <time dateTime={created_at} className="shrink-0 text-text-tertiary text-xs tabular-nums">
            {listTime(created_at, now)}
          </time>
        </span>
        <span dir="auto" className="line-clamp-2 break-words text-sm text-text-secondary">
          {placed(excerpt).map(({ text, is_match, place }) =>
            is_match ? (
              <mark key={place} className="bg-transparent font-semibold text-text-primary">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
      </span>
    </button>
  );
}

/** The pieces with their places in the text. */
const placed = (pieces: FoundMessage['excerpt']) =>
  pieces.map((piece, index) => ({
    ...piece,
    place: pieces.slice(0, index).reduce((length, { text }) => length + text.length, 0),
  }));
