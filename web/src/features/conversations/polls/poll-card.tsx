import clsx from 'clsx';
import { CalendarCheck, CalendarPlus, Check, ListChecks } from 'lucide-react';
import type { ShownMessage } from '#platform/chat/use-chat.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/button.tsx';
import type { Message } from '../conversations.queries.ts';
import { optionInWords } from './poll.words.ts';
import { useVotePoll } from './polls.ts';

type Props = {
  message: ShownMessage<Message>;
  onVoters: () => void;
  /** Absent for a reader who can't create sessions. */
  onMakeSession?: ((option: number, startsAt: string) => void) | undefined;
};

/** A question with its options. Votes show at once; the leading time can become a session. */
export default function PollCard({ message, onVoters, onMakeSession }: Props) {
  const { gym } = useLogin();
  const vote = useVotePoll();
  const now = useNow(60_000);
  const { poll, content, state } = message;
  if (!poll) return null;
  const { options, votes, own, voters, chosen } = poll;
  const isOpen = chosen === null && !state;
  const most = Math.max(...votes);
  const leader = most > 0 ? votes.indexOf(most) : -1;
  const startsAt = options[leader]?.starts_at ?? null;
  const canBeSession = isOpen && startsAt !== null && Date.parse(startsAt) > now;
  const toggle = (option: number) =>
    void vote({
      message,
      options: own.includes(option) ? own.filter((one) => one !== option) : [...own, option].sort(),
    });
  return (
    <div className="flex w-80 max-w-full flex-col gap-3 rounded-sheet border border-border bg-bg-raised p-3.5">
      <div>
        <p dir="auto" className="break-words font-semibold">
          {content}
        </p>
        <p className="flex items-center gap-1.5 text-sm text-text-secondary">
          <ListChecks aria-hidden="true" className="size-4 shrink-0" />
          {isOpen || state ? 'Choose one or more' : 'This poll is closed'}
        </p>
      </div>
      <ul aria-label={content} className="flex flex-col gap-1.5">
        {options.map((option, place) => {
          const words = optionInWords(poll, option, gym?.timezone);
          const count = votes[place] ?? 0;
          const isOwn = own.includes(place);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options never change
            <li key={place}>
              <button
                type="button"
                aria-pressed={isOwn}
                aria-label={`${words}, ${count === 1 ? '1 vote' : `${count} votes`}${place === chosen ? ', became a session' : ''}`}
                disabled={!isOpen}
                onClick={() => toggle(place)}
                className="relative flex min-h-11 w-full items-center gap-2.5 overflow-hidden rounded-control bg-bg-secondary px-3 py-2 text-left enabled:hover:bg-bg-secondary-hover"
              >
                <span
                  aria-hidden="true"
                  className="absolute inset-y-0 start-0 w-full origin-left bg-primary-soft transition-transform duration-250 rtl:origin-right"
                  style={{ transform: `scaleX(${voters > 0 ? count / voters : 0})` }}
                />
                <span
                  aria-hidden="true"
                  className={clsx(
                    'relative grid size-5 shrink-0 place-items-center rounded-mark border-[1.5px]',
                    isOwn ? 'border-primary-mark bg-primary text-on-primary' : 'border-border-control',
                  )}
                >
                  {isOwn ? <Check strokeWidth={3.2} className="size-3.5" /> : null}
                </span>
                <span dir="auto" className="relative min-w-0 flex-1 break-words leading-snug">
                  {words}
                </span>
                {place === chosen ? <CalendarCheck aria-hidden="true" className="relative size-4.5 shrink-0" /> : null}
                <span data-figures="" className="relative shrink-0 font-semibold text-sm">
                  {count}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {canBeSession && onMakeSession ? (
        <Button
          variant="soft"
          size="sm"
          icon={<CalendarPlus />}
          className="h-auto! min-h-9 whitespace-normal! py-1.5 text-balance"
          onClick={() => onMakeSession(leader, startsAt)}
        >
          Make {optionInWords(poll, options[leader]!, gym?.timezone)} a session
        </Button>
      ) : null}
      {chosen === null ? null : <p className="text-sm text-text-secondary">The winning time is now a session.</p>}
      {voters > 0 && !state ? (
        <button
          type="button"
          onClick={onVoters}
          className="touch-target relative self-start text-sm text-text-secondary underline underline-offset-2"
        >
          {voters === 1 ? '1 person voted' : `${voters} people voted`}
        </button>
      ) : null}
    </div>
  );
}
