import clsx from 'clsx';
import { Ellipsis, type LucideIcon, Reply } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Avatar, type Face } from '#ui/avatar.tsx';
import { Menu, type MenuAction, type SignAction } from '#ui/layer/menu.tsx';
import { MessageState, type StateProps } from './message-state.tsx';
import { MessageText } from './message-text.tsx';
import { useMessageGestures } from './use-message-gestures.ts';

/** The message that this one answers. */
type QuoteProps = {
  name: string | null;
  text: string;
  icon?: LucideIcon | undefined;
  onOpen?: (() => void) | undefined;
};

type ReactionProps = { emoji: string; count: number; label: string; isMine: boolean; onToggle: () => void };

type BubbleProps = StateProps & {
  /** The short name stands over the first bubble of a run, unless it is null. */
  sender: (Face & { shortName: string | null }) | null;
  /** Makes the face a button. */
  onFace?: (() => void) | undefined;
  text: string;
  isLarge?: boolean;
  /** A card, without the bubble around it. Below it stands the text, if there is any. */
  card?: ReactNode;
  /** The text is the card's caption: both are one shape, as wide as the card. */
  isCaption?: boolean | undefined;
  quote?: QuoteProps | null | undefined;
  reactions?: readonly ReactionProps[] | undefined;
  /** What the reader can do with the message: in a menu after a long press, or behind a button for mouse and keyboard. */
  actions?: readonly MenuAction[] | undefined;
  /** Signs to react with, over the actions. */
  signs?: readonly SignAction[] | undefined;
  /** Also by a swipe. */
  onReply?: (() => void) | undefined;
  isMine: boolean;
  isFirst: boolean;
};

/** An unsent message is paler but still readable. */
function colorsOf({ state, isMine }: BubbleProps): string {
  // The stronger of the quiet surfaces: on a dark sheet the other one is barely seen.
  if (!isMine) return 'bg-bg-secondary-hover text-text-primary';
  return state && state !== 'failed' ? 'bg-primary-soft text-text-primary' : 'bg-primary text-on-primary';
}

/** In a run by one sender, the corners between two bubbles are tight. */
const cornerOf = ({ isMine, isLast }: BubbleProps) => (isLast ? '' : isMine ? 'rounded-ee-mark' : 'rounded-es-mark');

/** One message. In a run by one sender, the first bubble has the name, the last one the avatar and the time. */
export function Bubble(props: BubbleProps) {
  const {
    sender,
    onFace,
    text,
    isLarge = false,
    card,
    isCaption,
    quote,
    reactions = [],
    actions = [],
    signs = [],
    onReply,
    isMine,
    isFirst,
    isLast,
  } = props;
  const [isOpen, setOpen] = useState(false);
  // Beside a finger there is no button for the menu to stand at.
  const [isPressed, setPressed] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const hasMenu = actions.length > 0 || signs.length > 0;
  const { moved, isTurned, handlers } = useMessageGestures({
    onSwipe: onReply,
    onLongPress: hasMenu
      ? () => {
          setPressed(true);
          setOpen(true);
        }
      : undefined,
  });
  return (
    <div
      {...handlers}
      className={clsx(
        'group relative flex touch-pan-y items-end gap-2 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
        isMine && 'flex-row-reverse',
        isFirst || quote ? 'pt-2' : 'pt-0.5',
        moved === 0 && 'transition-transform',
      )}
      style={moved === 0 ? undefined : { transform: `translateX(${moved}px)` }}
    >
      {moved === 0 ? null : (
        <Reply
          aria-hidden="true"
          className={clsx(
            'absolute top-1/2 -mt-4 size-8 rounded-full p-1.5 transition ltr:-left-10 rtl:-right-10',
            isTurned ? 'bg-primary text-on-primary' : 'bg-bg-secondary text-text-tertiary',
          )}
        />
      )}
      {isMine ? null : (
        <span className="w-8 shrink-0 pb-5">
          {isLast && sender ? <SenderFace sender={sender} onPress={onFace} /> : null}
        </span>
      )}
      <div ref={body} className={clsx('flex min-w-0 max-w-[80%] flex-col', isMine ? 'items-end' : 'items-start')}>
        {isFirst && !isMine && sender?.shortName ? (
          <p dir="auto" className="max-w-full truncate px-3 pb-0.5 text-text-secondary text-xs">
            {onFace ? (
              // The face beside it is the same control for the keyboard.
              <button type="button" tabIndex={-1} onClick={onFace} className="max-w-full truncate hover:underline">
                {sender.shortName}
              </button>
            ) : (
              sender.shortName
            )}
          </p>
        ) : null}
        {quote ? <QuotedMessage {...quote} /> : null}
        {isCaption ? (
          <div className={clsx('relative min-w-44 max-w-full rounded-sheet', colorsOf(props), cornerOf(props))}>
            {card}
            <MessageText text={text} className="w-0 min-w-full px-3.5 py-2" />
          </div>
        ) : (
          <>
            {card}
            {card && text === '' ? null : (
              <MessageText
                text={text}
                className={clsx(
                  'relative max-w-full rounded-sheet px-3.5 py-2',
                  colorsOf(props),
                  cornerOf(props),
                  card && 'mt-0.5 max-w-72',
                  !card && isLarge && 'text-4xl',
                )}
              />
            )}
          </>
        )}
        {reactions.length > 0 ? <Reactions reactions={reactions} isMine={isMine} /> : null}
        <MessageState {...props} />
      </div>
      {hasMenu ? (
        // Beside the bubble, and not beside the time under it.
        <span className={clsx('flex shrink-0 items-center self-center', isLast && 'pb-5')}>
          <Menu
            groups={actions.length > 0 ? [actions] : []}
            row={signs}
            align={isPressed && !isMine ? 'start' : 'end'}
            anchor={isPressed ? body : undefined}
            open={isOpen}
            onOpenChange={(next) => {
              if (next) setPressed(false);
              setOpen(next);
            }}
            trigger={
              <button type="button" aria-label="Message options" className={optionsClass}>
                <Ellipsis aria-hidden="true" className="size-4.5" />
              </button>
            }
          />
        </span>
      ) : null}
    </div>
  );
}

function SenderFace({ sender, onPress }: { sender: Face; onPress: (() => void) | undefined }) {
  const face = <Avatar name={sender.name} src={sender.src} color={sender.color} size="sm" decorative />;
  if (!onPress) return face;
  return (
    <button
      type="button"
      aria-label={`${sender.name}: profile`}
      onClick={onPress}
      className="touch-target block rounded-full transition hover:opacity-80"
    >
      {face}
    </button>
  );
}

/** Shows on the message under the mouse, and where the keyboard is. A finger holds the message itself. */
const optionsClass =
  'grid size-8 shrink-0 place-items-center rounded-full text-text-secondary opacity-0 transition hover:bg-bg-secondary-hover focus-visible:opacity-100 data-popup-open:opacity-100 pointer-fine:group-hover:opacity-100 pointer-coarse:not-focus-visible:sr-only';

/** Tucked behind the upper edge of its reply. */
function QuotedMessage({ name, text, icon: Icon, onOpen }: QuoteProps) {
  const content = (
    <>
      {name ? (
        <span dir="auto" className="block truncate font-semibold text-text-primary text-xs">
          {name}
        </span>
      ) : null}
      <span dir="auto" className="flex items-center gap-1.5">
        {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
        <span className="line-clamp-2 break-words">{text}</span>
      </span>
    </>
  );
  const className =
    '-mb-3 max-w-full rounded-sheet border border-border bg-bg-raised px-3.5 pt-2 pb-4.5 text-left text-sm text-text-secondary';
  if (!onOpen) return <p className={className}>{content}</p>;
  return (
    <button
      type="button"
      aria-label={`Go to the message${name ? ` by ${name}` : ''}: ${text}`}
      onClick={onOpen}
      className={clsx(className, 'transition hover:bg-bg-secondary')}
    >
      {content}
    </button>
  );
}

/** Counts that toggle the reader's own reaction. */
const Reactions = ({ reactions, isMine }: { reactions: readonly ReactionProps[]; isMine: boolean }) => (
  <ul
    aria-label="Reactions"
    className={clsx('relative -mt-1.5 flex max-w-full flex-wrap gap-1 px-2', isMine && 'justify-end')}
  >
    {reactions.map(({ emoji, count, label, isMine: isOn, onToggle }) => (
      <li key={emoji}>
        <button
          type="button"
          aria-label={label}
          aria-pressed={isOn}
          onClick={onToggle}
          className={clsx(
            'touch-target flex h-6.5 items-center gap-1 rounded-full px-2 text-sm ring-2 ring-bg-raised transition active:scale-95',
            isOn
              ? 'bg-primary-soft text-primary-text'
              : 'bg-bg-secondary text-text-secondary hover:bg-bg-secondary-hover',
          )}
        >
          <span>{emoji}</span>
          {count > 1 ? (
            <span data-figures="" className="font-semibold text-xs">
              {count}
            </span>
          ) : null}
        </button>
      </li>
    ))}
  </ul>
);
