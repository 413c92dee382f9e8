import clsx from 'clsx';
import { CalendarPlus, HandHeart, MessageCircle, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { useNow } from '#platform/use-now.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { SessionRows } from './invite-dialog.tsx';
import { type MemberAtRisk, useRemedies } from './retention.queries.ts';
import { riskInWords, triedInWords } from './risk.words.ts';

const MessageDialog = lazy(() => import('./message-dialog.tsx'));
const InviteDialog = lazy(() => import('./invite-dialog.tsx'));

type Props = {
  member: MemberAtRisk;
  /** The member's own page, which says what the probability is made of. */
  page: string;
  sessionRows: SessionRows;
  isHighlighted?: boolean;
};

/** One member: how likely they leave, why, and what to do. */
export function MemberAtRiskRow({ member, page, sessionRows, isHighlighted = false }: Props) {
  const { person, reason, remedies: tried } = member;
  const [opened, setOpened] = useState<'message' | 'invite' | null>(null);
  /** Closed windows stay for the end of their animation. */
  const [wasOpened, setWasOpened] = useState({ message: false, invite: false });
  const open = (name: 'message' | 'invite') => {
    setWasOpened({ ...wasOpened, [name]: true });
    setOpened(name);
  };
  const remedies = useRemedies(member);
  const now = useNow(60_000);
  const name = nameOf(person);
  const { text, tone } = riskInWords(member);
  return (
    <li
      className={clsx(
        'flex flex-col gap-3 rounded-card border p-4',
        isHighlighted ? 'border-primary bg-primary-soft' : 'border-border',
      )}
    >
      <div className="relative flex items-start gap-3">
        <Avatar {...faceOf(person)} size="md" decorative />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={page} className="min-w-0 break-words font-semibold after:absolute after:inset-0 hover:underline">
              {name}
            </Link>
            <Badge tone={tone}>{text}</Badge>
          </p>
          <p className="text-pretty text-text-secondary">{reason}</p>
          {tried.length > 0 ? (
            <p className="text-sm text-text-tertiary">{tried.map((one) => triedInWords(one, now)).join(' · ')}</p>
          ) : null}
        </div>
        <span className="relative">
          <IconButton
            label={`Take ${name} off the list for 30 days`}
            icon={<X />}
            disabled={remedies.dismiss.isPending}
            onClick={() => remedies.dismiss.mutate()}
          />
        </span>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {member.can_message ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<MessageCircle />}
            aria-label={`Message ${name}`}
            onClick={() => open('message')}
          >
            Message
          </Button>
        ) : null}
        {member.can_invite ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<CalendarPlus />}
            aria-label={`Invite ${name} to a session`}
            onClick={() => open('invite')}
          >
            Invite to a session
          </Button>
        ) : null}
        {member.can_ask_friend ? (
          <Button
            variant="secondary"
            size="sm"
            icon={<HandHeart />}
            aria-label={`Ask a friend of ${name} to say hello`}
            loading={remedies.askFriend.isPending}
            onClick={() => remedies.askFriend.mutate()}
          >
            Ask a friend
          </Button>
        ) : null}
      </div>
      <Suspense>
        {wasOpened.message ? (
          <MessageDialog
            member={member}
            open={opened === 'message'}
            onClose={() => setOpened(null)}
            message={remedies.message}
          />
        ) : null}
        {wasOpened.invite ? (
          <InviteDialog
            member={member}
            open={opened === 'invite'}
            onClose={() => setOpened(null)}
            rows={sessionRows}
            invite={remedies.invite}
          />
        ) : null}
      </Suspense>
    </li>
  );
}
