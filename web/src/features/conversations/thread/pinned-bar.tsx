import { Pin } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { asQuote, quoteInWords } from '../conversation.words.ts';
import type { Message } from '../conversations.queries.ts';

type Props = { pinned: readonly Message[]; onShow: (seq: number) => void };

/** The pinned messages above the chat. A tap shows one where it was written, and the next tap the next one. */
export default function PinnedBar({ pinned, onShow }: Props) {
  const reader = useUser();
  const [turn, setTurn] = useState(0);
  const at = turn % Math.max(1, pinned.length);
  const message = pinned[at];
  if (!message) return null;
  const { name, text, icon: Icon } = quoteInWords(asQuote(message), reader.id);
  return (
    <button
      type="button"
      aria-label={`Pinned message${pinned.length > 1 ? ` ${at + 1} of ${pinned.length}` : ''}${name ? ` by ${name}` : ''}: ${text}`}
      onClick={() => {
        onShow(message.seq);
        setTurn(at + 1);
      }}
      className="flex min-h-12 w-full shrink-0 items-center gap-3 border-border border-b bg-bg-secondary px-4 py-1.5 text-left transition hover:bg-bg-secondary-hover"
    >
      <Pin aria-hidden="true" className="size-4.5 shrink-0 text-primary-text" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold text-primary-text text-xs">
          Pinned{pinned.length > 1 ? ` · ${at + 1} of ${pinned.length}` : ''}
        </span>
        <span dir="auto" className="flex items-center gap-1.5 text-sm">
          {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
          <span className="overflow-hidden text-ellipsis whitespace-nowrap large-text:line-clamp-2">{text}</span>
        </span>
      </span>
    </button>
  );
}
