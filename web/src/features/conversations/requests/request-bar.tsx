import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Ban, Check, Clock, Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { BlockDialog, ReportDialog, reportAction } from '#platform/people/safety.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { othersIn } from '../conversation.words.ts';
import { readListsAnew } from '../conversations.cache.ts';
import type { Conversation, Person } from '../conversations.queries.ts';
import { useAcceptConversation, useDeclineConversation } from './requests.mutations.ts';

type Props = {
  conversation: Conversation;
  useIsOpenInvite: (sessionId: string | undefined) => boolean;
  onLeft: () => void;
};

/** Stands in the composer's place while a first message waits for an answer. */
export function RequestBar({ conversation, useIsOpenInvite, onLeft }: Props) {
  const reader = useUser();
  const [other] = othersIn(conversation, reader.id);
  if (!other) return null;
  if (conversation.request === 'received')
    return <ReceivedRequest {...{ conversation, useIsOpenInvite, onLeft }} sender={other} />;
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-bg-secondary px-4 py-3 text-text-secondary">
      <Clock aria-hidden="true" className="size-5 shrink-0" />
      <span>Your message is waiting for {other.first_name} to accept it. You can write more after that.</span>
    </p>
  );
}

function ReceivedRequest({ conversation, sender, useIsOpenInvite, onLeft }: Props & { sender: Person }) {
  const [asks, setAsks] = useState<'report' | 'block' | null>(null);
  const accept = useAcceptConversation();
  const decline = useDeclineConversation(onLeft);
  const queryClient = useQueryClient();
  const leave = () => {
    setAsks(null);
    onLeft();
    readListsAnew(queryClient);
  };
  const { last_message } = conversation;
  const request = { id: conversation.id, firstName: sender.first_name };
  const isInvite = useIsOpenInvite(last_message?.session?.id);
  return (
    <div
      className={clsx(
        'flex gap-3 rounded-card bg-bg-secondary p-4',
        isInvite ? 'items-center justify-between' : 'flex-col',
      )}
    >
      <p className="text-sm text-text-secondary">
        <strong className="block text-base text-text-primary">{sender.first_name} wants to message you</strong>
        {isInvite
          ? "You aren't friends yet. Answer the invitation, and you've answered this too."
          : `You aren't friends yet. ${sender.first_name} won't know you've read this unless you accept.`}
      </p>
      <div className="flex items-center gap-2">
        {isInvite ? null : (
          <>
            <Button className="flex-1" icon={<Check />} onClick={() => void accept(request)}>
              Accept
            </Button>
            <Button className="flex-1" variant="secondary" icon={<X />} onClick={() => void decline(request)}>
              Decline
            </Button>
          </>
        )}
        <Menu
          groups={[
            [
              reportAction(() => setAsks('report')),
              {
                label: `Block ${sender.first_name}`,
                icon: <Ban />,
                danger: true,
                onSelect: () => setAsks('block'),
              },
            ],
          ]}
          trigger={<IconButton label="More answers" icon={<Ellipsis />} variant="secondary" />}
        />
      </div>
      <ReportDialog
        reported={
          asks === 'report'
            ? {
                ...(last_message && !last_message.deleted_at
                  ? { kind: 'message', id: last_message.id }
                  : { kind: 'user', id: sender.id }),
                person: sender,
              }
            : null
        }
        onClose={() => setAsks(null)}
        onBlocked={leave}
      />
      <BlockDialog person={sender} open={asks === 'block'} onClose={() => setAsks(null)} onBlocked={leave} />
    </div>
  );
}
