import { Suspense } from 'react';
import { ReportDialog } from '#platform/people/safety.tsx';
import { Question } from '#ui/layer/question.tsx';
import type { Conversation, Message } from '../conversations.queries.ts';
import { EmojiPicker } from '../reactions/emoji-picker.tsx';
import { useToggleReaction } from '../reactions/reactions.ts';
import { lazyPart } from './lazy-parts.ts';
import { useDeleteMessage } from './messages.mutations.ts';

const WhoReacted = lazyPart(() => import('../reactions/who-reacted.tsx'));
const SeenBy = lazyPart(() => import('./seen-by.tsx'));
const WhoVoted = lazyPart(() => import('../polls/who-voted.tsx'));

/** The window the reader has opened about a message. */
export type OpenDialog = { about: 'delete' | 'emoji' | 'reactions' | 'report' | 'seen' | 'votes'; message: Message };

type Props = { asked: OpenDialog | null; conversation: Conversation; onClose: () => void };

export function MessageDialogs({ asked, conversation, onClose }: Props) {
  const remove = useDeleteMessage();
  const toggle = useToggleReaction();
  const isAbout = (about: OpenDialog['about']) => asked?.about === about;
  const message = asked?.message;
  return (
    <>
      <ReportDialog
        reported={
          isAbout('report') && message?.sender ? { kind: 'message', id: message.id, person: message.sender } : null
        }
        onClose={onClose}
      />
      <Question
        open={isAbout('delete')}
        title="Delete this message?"
        text="It's deleted for everyone. A note shows that there was a message."
        no="Keep"
        yes="Delete"
        onClose={onClose}
        onYes={() => message && void remove({ message, value: null })}
      />
      <EmojiPicker
        open={isAbout('emoji')}
        chosen={message?.reactions.flatMap(({ emoji, is_mine }) => (is_mine ? emoji : [])) ?? []}
        onPick={(emoji) => {
          if (message) toggle(message, emoji);
          onClose();
        }}
        onClose={onClose}
      />
      <Suspense>
        {message && isAbout('reactions') ? <WhoReacted message={message} onClose={onClose} /> : null}
        {message && isAbout('seen') ? <SeenBy message={message} conversation={conversation} onClose={onClose} /> : null}
        {message && isAbout('votes') ? <WhoVoted message={message} onClose={onClose} /> : null}
      </Suspense>
    </>
  );
}
