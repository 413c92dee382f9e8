import { largestGroup } from '@spotter/contract/limits.ts';
import { LogOut, UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Question } from '#ui/layer/question.tsx';
import { useRemoveParticipants } from '../conversations.mutations.ts';
import type { Conversation, Participant } from '../conversations.queries.ts';
import { AddPeople } from './add-people.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupPicture } from './group-picture.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { RenameGroup } from './rename-group.tsx';

/** Loaded for admins who look at the group. */
const GroupLink = lazy(() => import('./group-link.tsx'));

type Props = { open: boolean; conversation: Conversation; onClose: () => void; onLeft: () => void };

/** The group's picture, name and members; admins change them. */
export default function GroupDetails({ open, conversation, onClose, onLeft }: Props) {
  const [asked, setAsked] = useState<'add' | 'leave' | Participant | null>(null);
  const remove = useRemoveParticipants(conversation.id);
  const { participants, can_manage } = conversation;
  const { is_demo_user } = useUser();
  const { emulation } = useLogin();
  const removing = typeof asked === 'object' ? asked : null;
  const close = () => setAsked(null);
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title="Group info">
      <div className="flex flex-col gap-6">
        <GroupPicture conversation={conversation} />
        {can_manage ? <RenameGroup key={conversation.name} conversation={conversation} /> : null}
        {can_manage ? null : (
          <p dir="auto" className="break-words text-center font-semibold text-lg">
            {conversation.name}
          </p>
        )}
        <section className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h3 className="text-base">{participants.length === 1 ? '1 member' : `${participants.length} members`}</h3>
            {can_manage && participants.length < largestGroup ? (
              <Button variant="soft" size="sm" icon={<UserPlus />} onClick={() => setAsked('add')}>
                Add people
              </Button>
            ) : null}
          </div>
          <GroupMembers conversation={conversation} onRemove={setAsked} />
        </section>
        {can_manage && open && !is_demo_user && !emulation ? (
          <Suspense>
            <GroupLink conversation={conversation} />
          </Suspense>
        ) : null}
        <Button variant="secondary" icon={<LogOut />} className="self-start" onClick={() => setAsked('leave')}>
          Leave group
        </Button>
      </div>
      <AddPeople open={asked === 'add'} conversation={conversation} onClose={close} />
      <Question
        open={removing !== null}
        title={`Remove ${removing?.first_name ?? ''}?`}
        text="They lose access to this chat. You can add them again."
        no="Keep"
        yes="Remove"
        onClose={close}
        onYes={() =>
          remove.mutate(removing ? [removing.id] : [], {
            onError: (error) => toasts.error(errorText(error, "Couldn't remove them. Try again.")),
          })
        }
      />
      <LeaveQuestion
        open={asked === 'leave'}
        conversation={conversation}
        onClose={close}
        onLeft={() => {
          onClose();
          onLeft();
        }}
      />
    </Modal>
  );
}
