import type { MuteDuration } from '@spotter/contract/conversations/conversations.ts';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  CalendarPlus,
  Ellipsis,
  LogOut,
  Search,
  UserRound,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useOpenProfile } from '#platform/people/profile-link.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import { conversationName, othersIn } from './conversation.words.ts';
import { useArchiveConversation, useMuteConversation } from './conversations.mutations.ts';
import { type Conversation, isMuted } from './conversations.queries.ts';
import { LeaveQuestion } from './groups/leave-question.tsx';

/** Loaded when they are opened, which is rare. */
const SearchInChat = lazy(() => import('./search-in-chat.tsx'));
const GroupDetails = lazy(() => import('./groups/group-details.tsx'));

type Props = {
  conversation: Conversation;
  onTrain: (conversation: Conversation) => void;
  onLeft: () => void;
  /** Shows a message by its number. */
  onShow: (seq: number) => void;
};

/** What a member can do with a conversation as a whole. */
export function ConversationMenu({ conversation, onTrain, onLeft, onShow }: Props) {
  const [shown, setShown] = useState<'search' | 'mute' | 'group' | 'leave' | null>(null);
  const [isGroupOpened, setGroupOpened] = useState(false);
  if (shown === 'group' && !isGroupOpened) setGroupOpened(true);
  const archive = useArchiveConversation();
  const mute = useMuteConversation();
  const openProfile = useOpenProfile();
  const reader = useUser();
  const { emulation } = useLogin();
  const { is_archived, type } = conversation;
  // The card of a session is a message, and nothing more goes out until the first one is accepted.
  const canTrain = !emulation && conversation.request !== 'sent' && othersIn(conversation, reader.id).length > 0;
  const [other] = type === 'direct' ? othersIn(conversation, reader.id) : [];
  const close = () => setShown(null);

  function move(to: boolean) {
    void archive({ conversation, value: to });
    if (!to) return;
    toasts.info('Chat archived', {
      text: 'It comes back with the next message.',
      action: { label: 'Undo', onSelect: () => void archive({ conversation, value: false }) },
    });
  }
  const actions: MenuAction[] = [
    ...(type === 'group' ? [{ label: 'Group info', icon: <Users />, onSelect: () => setShown('group') }] : []),
    ...(other && openProfile
      ? [{ label: 'View profile', icon: <UserRound />, onSelect: () => openProfile(other.id) }]
      : []),
    { label: 'Search in chat', icon: <Search />, onSelect: () => setShown('search') },
    isMuted(conversation, Date.now())
      ? { label: 'Unmute', icon: <Bell />, onSelect: () => void mute({ conversation, value: null }) }
      : { label: 'Mute', icon: <BellOff />, onSelect: () => setShown('mute') },
    is_archived
      ? { label: 'Move to chats', icon: <ArchiveRestore />, onSelect: () => move(false) }
      : { label: 'Archive', icon: <Archive />, onSelect: () => move(true) },
    ...(type === 'group' ? [{ label: 'Leave group', icon: <LogOut />, onSelect: () => setShown('leave') }] : []),
  ];
  return (
    <>
      {canTrain ? (
        <IconButton
          label="Train together"
          icon={<CalendarPlus />}
          size="sm"
          round
          onClick={() => onTrain(conversation)}
        />
      ) : null}
      <Menu trigger={<IconButton label="Chat options" icon={<Ellipsis />} size="sm" round />} groups={[actions]} />
      {shown === 'search' ? (
        <Suspense>
          <SearchInChat
            conversation={conversation}
            onClose={close}
            onShow={(seq) => {
              close();
              onShow(seq);
            }}
          />
        </Suspense>
      ) : null}
      <MuteDialog
        open={shown === 'mute'}
        conversation={conversation}
        onClose={close}
        onMute={(value) => void mute({ conversation, value })}
      />
      {type === 'group' ? (
        <>
          {isGroupOpened ? (
            <Suspense>
              <GroupDetails open={shown === 'group'} conversation={conversation} onClose={close} onLeft={onLeft} />
            </Suspense>
          ) : null}
          <LeaveQuestion open={shown === 'leave'} conversation={conversation} onClose={close} onLeft={onLeft} />
        </>
      ) : null}
    </>
  );
}

const durations: [MuteDuration, string][] = [
  ['1h', '1 hour'],
  ['8h', '8 hours'],
  ['1d', '1 day'],
  ['1w', '1 week'],
  ['indefinite', 'Until I unmute it'],
];

type MuteProps = {
  open: boolean;
  conversation: Conversation;
  onClose: () => void;
  onMute: (duration: MuteDuration) => void;
};

function MuteDialog({ open, conversation, onClose, onMute }: MuteProps) {
  const reader = useUser();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Mute ${conversationName(conversation, reader.id)}`}
      description="You won't be notified. Unread messages still show in your chats."
    >
      <ul className="-mx-3 flex flex-col">
        {durations.map(([duration, label]) => (
          <li key={duration}>
            <button
              type="button"
              className="min-h-12 w-full rounded-control px-3 text-left font-medium transition hover:bg-bg-secondary-hover"
              onClick={() => {
                onMute(duration);
                onClose();
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
