import clsx from 'clsx';
import { Ban, Check, Clock, Ellipsis, X } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { whatBlockingDoes } from '#platform/people/block-words.ts';
import { ReportDialog, reportAction } from '#platform/people/report-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Question } from '#ui/layer/question.tsx';
import { othersIn } from '../conversation-words.ts';
import type { Conversation, Person } from '../conversations.queries.ts';
import { useAcceptConversation, useBlockSender, useDeclineConversation } from './requests.mutations.ts';

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
  const block = useBlockSender(onLeft);
  const { id, last_message } = conversation;
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
            <Button className="flex-1" icon={<Check />} loading={accept.isPending} onClick={() => accept.mutate(id)}>
              Accept
            </Button>
            <Button
              className="flex-1"
              variant="secondary"
              icon={<X />}
              loading={decline.isPending}
              onClick={() => decline.mutate(id)}
            >
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
        onBlocked={() => {
          setAsks(null);
          onLeft();
        }}
      />
      <Question
        open={asks === 'block'}
        title={`Block ${sender.first_name}?`}
        text={whatBlockingDoes(sender.first_name)}
        no="Cancel"
        yes="Block"
        onClose={() => setAsks(null)}
        onYes={() => block.mutate(sender)}
      />
    </div>
  );
}
