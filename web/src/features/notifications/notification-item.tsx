import clsx from 'clsx';
import {
  AlarmClock,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CalendarPlus,
  CalendarX2,
  HandHeart,
  Info,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  ThumbsUp,
  Ticket,
  UserRoundCheck,
  UserRoundMinus,
  UserRoundPlus,
} from 'lucide-react';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { momentInWords } from '#platform/wall-time.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { timeInWords } from './notification-days.ts';
import { useAnswerNotification } from './notifications.mutations.ts';
import type { NotificationItem as Item } from './notifications.queries.ts';

const answers = {
  friend_request: ['Accept', 'Decline'],
  proposal: ['Accept', 'Decline'],
  spot: ['Claim spot', 'Pass'],
} as const;

const icons: Record<Item['kind'], LucideIcon> = {
  friend_request: UserRoundPlus,
  friend_accepted: UserRoundCheck,
  session_invite: CalendarPlus,
  session_joined: UserRoundPlus,
  session_left: UserRoundMinus,
  session_changed: CalendarClock,
  session_cancelled: CalendarX2,
  session_starts_soon: AlarmClock,
  spot_freed: Ticket,
  proposal: CalendarClock,
  proposal_answered: CalendarCheck,
  session_message: MessagesSquare,
  message: MessageCircle,
  announcement: Megaphone,
  friend_away: HandHeart,
  kudos: ThumbsUp,
  warning: Info,
};

type Props = { item: Item; now: number; isUnfolded: boolean; onOpen: () => void };

/** One notification. Opening it leads to its subject, and questions can be answered in place. */
export function NotificationItem({ item, now, isUnfolded, onOpen }: Props) {
  return (
    <div className="rounded-card transition hover:bg-bg-secondary">
      <div className="flex items-start">
        {item.actor ? (
          <ProfileLink
            userId={item.actor.id}
            name={`${item.actor.first_name} ${item.actor.last_name}`.trim()}
            className="my-3 ml-3 shrink-0 rounded-full"
          >
            <Picture item={item} />
          </ProfileLink>
        ) : null}
        <button
          type="button"
          onClick={onOpen}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-card p-3 text-left"
        >
          {item.actor ? null : <Picture item={item} />}
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            {/* Our own sentence, which may begin with a name from the right to the left. */}
            <span dir="ltr" className={clsx('break-words', !item.is_read && 'font-semibold')}>
              {item.title}
            </span>
            {item.body ? (
              <span
                dir="auto"
                className={clsx('break-words text-sm text-text-secondary', !isUnfolded && 'line-clamp-2')}
              >
                {item.body}
              </span>
            ) : null}
            <span className="flex flex-wrap items-center gap-x-3 text-text-tertiary text-xs tabular-nums">
              <time dateTime={item.updated_at}>{timeInWords(item.updated_at, now)}</time>
              {item.session_start ? (
                <span className="flex items-center gap-1">
                  <CalendarDays aria-hidden="true" className="size-3.5" />
                  <time dateTime={item.session_start.utc}>
                    {momentInWords(item.session_start.utc, item.session_start.timezone, now)}
                  </time>
                </span>
              ) : null}
            </span>
          </span>
          {item.is_read ? null : (
            <span className="mt-2 size-2 shrink-0 rounded-full bg-primary-mark">
              <span className="sr-only">Unread</span>
            </span>
          )}
        </button>
      </div>
      <Answers item={item} />
    </div>
  );
}

/** The latest member with a mark of what happened, or the mark alone. */
function Picture({ item: { kind, actor } }: { item: Item }) {
  const Icon = icons[kind];
  if (!actor)
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
        <Icon aria-hidden="true" className="size-5" />
      </span>
    );
  const { first_name, last_name, avatar_url, avatar_color } = actor;
  return (
    <span className="relative block shrink-0">
      <Avatar name={`${first_name} ${last_name}`} src={avatar_url} color={avatar_color} decorative />
      <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-primary text-on-primary ring-2 ring-bg-main">
        <Icon aria-hidden="true" className="size-3" />
      </span>
    </span>
  );
}

function Answers({ item }: { item: Item }) {
  const answer = useAnswerNotification();
  const { answer: question } = item;
  if (!question) return null;
  const [yes, no] = answers[question.kind];
  return (
    <span className="flex gap-2 pr-3 pb-3 pl-17">
      <Button size="sm" onClick={() => void answer({ item, question, yes: true })}>
        {yes}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => void answer({ item, question, yes: false })}>
        {no}
      </Button>
    </span>
  );
}
