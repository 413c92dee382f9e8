import clsx from 'clsx';
import { Check, CheckCheck, CircleAlert } from 'lucide-react';
import { dateFormat } from '#ui/date-format.ts';

const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{clock.format(new Date(at))}</time>;

/** How far an own message has come: one tick, two, or two in color. */
export type Receipt = { label: string; state: 'sent' | 'delivered' | 'read' };

export type StateProps = {
  time: string;
  isEdited: boolean;
  isLast: boolean;
  receipt?: Receipt | null | undefined;
  /** Absent once the server has the message. */
  state?: 'sending' | 'waiting' | 'retrying' | 'failed' | undefined;
  error?: string | undefined;
  onRetry: () => void;
  onDiscard: () => void;
};

const stateText = {
  sending: 'Sending…',
  waiting: "Sends when you're back online",
  retrying: 'Not sent yet. Trying again…',
};

/** Under a message: when it was sent, how far it came, or why it wasn't. */
export function MessageState({ time, isEdited, isLast, receipt, state, error, onRetry, onDiscard }: StateProps) {
  if (state === 'failed')
    return (
      <p className="flex items-center gap-1.5 px-1 pt-1 text-status-error-text text-xs">
        <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="min-w-0">Not delivered. {error}</span>
        <button type="button" className="touch-target shrink-0 font-semibold underline" onClick={onRetry}>
          Try again
        </button>
        <button type="button" className="touch-target text-text-secondary underline" onClick={onDiscard}>
          Delete
        </button>
      </p>
    );
  if (!isLast && !isEdited) return null;
  return (
    <p className="flex items-center gap-1 px-3 pt-0.5 text-text-secondary text-xs">
      <span>
        {isEdited ? 'Edited · ' : null}
        {state ? stateText[state] : <Time at={time} />}
      </span>
      {receipt && !state ? <Ticks {...receipt} /> : null}
    </p>
  );
}

function Ticks({ label, state }: Receipt) {
  const Icon = state === 'sent' ? Check : CheckCheck;
  return (
    <span className={clsx('flex items-center gap-1', state === 'read' && 'text-primary-text')}>
      <Icon aria-hidden="true" className="size-3.5" />
      {label}
    </span>
  );
}
