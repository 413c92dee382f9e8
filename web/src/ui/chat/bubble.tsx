import clsx from 'clsx';
import { Check, CheckCheck, CircleAlert, Ellipsis, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar, type Face } from '#ui/avatar.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
const Time = ({ at }: { at: string }) => <time dateTime={at}>{clock.format(new Date(at))}</time>;

export const DaySeparator = ({ children }: { children: ReactNode }) => (
  <p className="py-3 text-center font-medium text-text-tertiary text-xs">{children}</p>
);

/** Stands before the first message the reader has not seen. */
export const UnreadDivider = () => (
  <p className="flex items-center gap-3 py-3 font-semibold text-primary-text text-xs before:h-px before:flex-1 before:bg-primary/30 after:h-px after:flex-1 after:bg-primary/30">
    New messages
  </p>
);

type NoteProps = { icon?: LucideIcon | undefined; time: string; children: ReactNode };

/** An event between the bubbles. */
export const ChatNote = ({ icon: Icon, time, children }: NoteProps) => (
  <p className="flex items-center justify-center gap-1.5 px-6 py-1.5 text-center text-sm text-text-secondary">
    {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" /> : null}
    <span dir="auto">
      {children}
      <span className="text-text-tertiary text-xs">
        {' · '}
        <Time at={time} />
      </span>
    </span>
  </p>
);

export type Receipt = { label: string; isRead: boolean };

type StateProps = {
  time: string;
  isEdited: boolean;
  isLast: boolean;
  /** Whether others have read an own message. */
  receipt?: Receipt | null | undefined;
  /** Absent once the server has the message. */
  state?: 'sending' | 'waiting' | 'failed' | undefined;
  error?: string | undefined;
  onRetry: () => void;
  onDiscard: () => void;
};

type BubbleProps = StateProps & {
  /** The short name stands over the first bubble of a run, unless it is null. */
  sender: (Face & { shortName: string | null }) | null;
  /** Makes the face a button. */
  onFace?: (() => void) | undefined;
  text: string;
  /** Shown instead of the text: a card, without the bubble around it. */
  card?: ReactNode;
  /** What the reader can do with the message; a button beside it opens them. */
  actions?: readonly MenuAction[] | undefined;
  isMine: boolean;
  isFirst: boolean;
};

/** An unsent message is paler but still readable. */
function colorsOf({ state, isMine }: BubbleProps): string {
  if (!isMine) return 'bg-bg-secondary text-text-primary';
  return state && state !== 'failed' ? 'bg-primary-soft text-text-primary' : 'bg-primary text-on-primary';
}

/** One message. In a run by one sender, the first bubble has the name, the last one the avatar and the time. */
export function Bubble(props: BubbleProps) {
  const { sender, onFace, text, card, actions = [], isMine, isFirst, isLast } = props;
  return (
    <div className={clsx('group flex items-end gap-2', isMine && 'flex-row-reverse', isFirst ? 'pt-2' : 'pt-0.5')}>
      {isMine ? null : (
        <span className="w-8 shrink-0 pb-5">
          {isLast && sender ? <SenderFace sender={sender} onPress={onFace} /> : null}
        </span>
      )}
      <div className={clsx('flex min-w-0 max-w-[80%] flex-col', isMine ? 'items-end' : 'items-start')}>
        {isFirst && !isMine && sender?.shortName ? (
          <p dir="auto" className="max-w-full truncate px-3 pb-0.5 text-text-secondary text-xs">
            {sender.shortName}
          </p>
        ) : null}
        {card ?? (
          <p
            dir="auto"
            className={clsx(
              'max-w-full whitespace-pre-wrap break-words rounded-sheet px-3.5 py-2',
              colorsOf(props),
              isMine ? !isLast && 'rounded-ee-mark' : !isLast && 'rounded-es-mark',
            )}
          >
            {text}
          </p>
        )}
        <State {...props} />
      </div>
      {actions.length > 0 ? <Actions actions={actions} /> : null}
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

/** Faint beside a finger; with a mouse it shows on the message it belongs to. */
const Actions = ({ actions }: { actions: readonly MenuAction[] }) => (
  <Menu
    groups={[actions]}
    trigger={
      <button
        type="button"
        aria-label="Message options"
        className="touch-target grid size-8 shrink-0 place-items-center self-center rounded-full text-text-tertiary transition hover:bg-bg-secondary-hover focus-visible:opacity-100 data-popup-open:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100"
      >
        <Ellipsis aria-hidden="true" className="size-4.5" />
      </button>
    }
  />
);

const stateText = { sending: 'Sending…', waiting: "Sends when you're back online" };

function State({ time, isEdited, isLast, receipt, state, error, onRetry, onDiscard }: StateProps) {
  if (state === 'failed')
    return (
      <p className="flex items-center gap-1.5 px-1 pt-1 text-status-error-text text-xs">
        <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="min-w-0">Not delivered. {error}</span>
        <button type="button" className="touch-target font-semibold underline" onClick={onRetry}>
          Try again
        </button>
        <button type="button" className="touch-target text-text-secondary underline" onClick={onDiscard}>
          Delete
        </button>
      </p>
    );
  if (!isLast && !isEdited) return null;
  return (
    <p className="flex items-center gap-1 px-3 pt-0.5 text-text-tertiary text-xs">
      <span>
        {isEdited ? 'Edited · ' : null}
        {state ? stateText[state] : <Time at={time} />}
      </span>
      {receipt && !state ? <Ticks {...receipt} /> : null}
    </p>
  );
}

function Ticks({ label, isRead }: Receipt) {
  const Icon = isRead ? CheckCheck : Check;
  return (
    <span className={clsx('flex items-center gap-1', isRead && 'text-primary-text')}>
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </span>
  );
}
