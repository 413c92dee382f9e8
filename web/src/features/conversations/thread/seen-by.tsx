import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { readersOf } from '../conversation.words.ts';
import { PersonFace } from '../conversation-face.tsx';
import type { Conversation, Message, Participant } from '../conversations.queries.ts';

type Props = { message: Message | null; conversation: Conversation; onClose: () => void };

/** Who of a group has read an own message. */
export default function SeenBy({ message, conversation, onClose }: Props) {
  const reader = useUser();
  const { read, unread } = readersOf(message ?? { seq: 0 }, conversation, reader.id);
  return (
    <Dialog open={message !== null} onOpenChange={(next) => next || onClose()} title="Seen by">
      <div className="flex flex-col gap-5">
        {read.length > 0 ? <People title={`Read by ${read.length}`} people={read} /> : null}
        {unread.length > 0 ? <People title="Not read yet" people={unread} /> : null}
        {read.length + unread.length === 0 ? (
          <p className="text-text-secondary">No one else was in the chat yet.</p>
        ) : null}
      </div>
    </Dialog>
  );
}

const People = ({ title, people }: { title: string; people: readonly Participant[] }) => (
  <section className="flex flex-col gap-1">
    <h3 className="font-medium text-sm text-text-secondary">{title}</h3>
    <ul aria-label={title} className="flex flex-col">
      {people.map((person) => (
        <li key={person.id} className="relative flex min-h-12 items-center gap-3 py-1">
          <ProfileLink row userId={person.id} name={nameOf(person)} className="rounded-full">
            <PersonFace person={person} size="sm" />
          </ProfileLink>
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
            {nameOf(person)}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
