import clsx from 'clsx';
import { CircleAlert, CircleSlash, Clock, EyeOff, Footprints, Hand, type LucideIcon, MapPinCheck } from 'lucide-react';
import { Avatar } from '#ui/avatar.tsx';
import { faceOf } from '../cards/session-parts.tsx';
import { dayInWords } from '../times/session-time.ts';
import { type ChatItem, noteInWords } from './chat-messages.ts';
import type { ChatMessage } from './session-chat.queries.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const timeOf = (line: ChatMessage) => clock.format(new Date(line.created_at));

export type LineActions = { onRetry: (line: ChatMessage) => void; onDiscard: (line: ChatMessage) => void };

export function ChatRow({
  item,
  readerId,
  today,
  ...actions
}: { item: ChatItem; readerId: string; today: string } & LineActions) {
  if (item.kind === 'day')
    return (
      <p className="py-3 text-center font-medium text-text-tertiary text-xs">
        {item.day > today ? item.day : dayInWords(item.day, today)}
      </p>
    );
  if (item.kind === 'note') return <Note line={item.line} readerId={readerId} />;
  return <Bubble item={item} {...actions} />;
}

const noteIcons: Record<NonNullable<ChatMessage['action']>, LucideIcon> = {
  running_late: Clock,
  on_my_way: Footprints,
  arrived: MapPinCheck,
  cant_make_it: CircleSlash,
  need_a_spotter: Hand,
};

/** A quick action or a word of the system, as a line between the bubbles. */
function Note({ line, readerId }: { line: ChatMessage; readerId: string }) {
  const Icon = line.is_hidden ? EyeOff : line.action ? noteIcons[line.action] : null;
  return (
    <p className="flex items-center justify-center gap-1.5 px-6 py-1.5 text-center text-sm text-text-secondary">
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" /> : null}
      <span dir="auto">
        {noteInWords(line, readerId)}
        <span className="text-text-tertiary text-xs"> · {timeOf(line)}</span>
      </span>
    </p>
  );
}

/** What is still on its way is paler, and as easy to read. */
function lookOf({ state }: ChatMessage, isMine: boolean): string {
  if (!isMine) return 'bg-bg-secondary text-text-primary';
  return state && state !== 'failed' ? 'bg-primary-soft text-text-primary' : 'bg-primary text-on-primary';
}

type BubbleItem = Extract<ChatItem, { kind: 'bubble' }>;

function Bubble({ item, ...actions }: { item: BubbleItem } & LineActions) {
  const { line, isMine, isFirst, isLast } = item;
  return (
    <div className={clsx('flex items-end gap-2', isMine && 'flex-row-reverse', isFirst ? 'pt-2' : 'pt-0.5')}>
      {isMine ? null : (
        <span className="w-8 shrink-0 pb-5">
          {isLast && line.sender ? <Avatar {...faceOf(line.sender)} size="sm" decorative /> : null}
        </span>
      )}
      <div className={clsx('flex min-w-0 max-w-[80%] flex-col', isMine ? 'items-end' : 'items-start')}>
        {isFirst && !isMine && line.sender ? (
          <p dir="auto" className="max-w-full truncate px-3 pb-0.5 text-text-secondary text-xs">
            {line.sender.first_name}
          </p>
        ) : null}
        <p
          dir="auto"
          className={clsx(
            'max-w-full whitespace-pre-wrap break-words rounded-sheet px-3.5 py-2',
            lookOf(line, isMine),
            isMine ? !isLast && 'rounded-ee-mark' : !isLast && 'rounded-es-mark',
          )}
        >
          {line.content}
        </p>
        <State line={line} isLast={isLast} {...actions} />
      </div>
    </div>
  );
}

const onItsWay = { sending: 'Sending', waiting: 'Sent as soon as you are online' };

function State({ line, isLast, onRetry, onDiscard }: { line: ChatMessage; isLast: boolean } & LineActions) {
  if (line.state === 'failed')
    return (
      <p role="alert" className="flex items-center gap-1.5 px-1 pt-1 text-status-error-text text-xs">
        <CircleAlert aria-hidden="true" className="size-3.5" />
        <span className="min-w-0">{line.error ?? 'Not sent.'}</span>
        <button type="button" className="touch-target font-semibold underline" onClick={() => onRetry(line)}>
          Try again
        </button>
        <button type="button" className="touch-target text-text-secondary underline" onClick={() => onDiscard(line)}>
          Delete
        </button>
      </p>
    );
  if (!isLast) return null;
  return (
    <p className="px-3 pt-0.5 text-text-tertiary text-xs">
      {line.state ? onItsWay[line.state] : <time dateTime={line.created_at}>{timeOf(line)}</time>}
    </p>
  );
}
