import type { Quote } from '@spotter/contract/messages.ts';
import { X } from 'lucide-react';
import { useUser } from '#platform/login/use-login.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { quoteInWords } from '../conversation.words.ts';

type Props = { quote: Quote; onCancel: () => void };

/** The message that the next one answers, over the composer. */
export function ReplyPreview({ quote, onCancel }: Props) {
  const reader = useUser();
  const { name, text, icon: Icon } = quoteInWords(quote, reader.id);
  return (
    <div className="flex animate-enter items-center gap-2 border-primary-mark border-s-3 py-0.5 ps-3 text-sm">
      <p className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          Replying to {name === 'You' ? 'yourself' : (name ?? 'a message')}
        </span>
        <span dir="auto" className="flex items-center gap-1.5 text-text-secondary">
          {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
          <span className="truncate">{text}</span>
        </span>
      </p>
      <IconButton label="Cancel reply" icon={<X />} size="sm" round onClick={onCancel} />
    </div>
  );
}
