import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { useIsOnline } from '#platform/people/presence.ts';
import { Avatar } from '#ui/avatar.tsx';
import { othersIn } from './conversation.words.ts';
import type { Conversation, Person } from './conversations.queries.ts';
import { useOther } from './use-status.ts';

type FaceProps = { person: Person; size?: 'sm' | 'md'; online?: boolean };

export const PersonFace = ({ person, size, online = false }: FaceProps) => (
  <Avatar
    name={nameOf(person)}
    src={person.avatar_url}
    color={person.avatar_color}
    {...(size && { size })}
    online={online}
    decorative
  />
);

/** The other person, or a group's picture, or two of its people. */
export function ConversationFace({ conversation }: { conversation: Conversation }) {
  const reader = useUser();
  const isOnline = useIsOnline(useOther(conversation)?.id);
  const others = othersIn(conversation, reader.id);
  const [first, second] = conversation.type === 'group' ? others : others.slice(0, 1);
  if (conversation.picture_url)
    return <Avatar name={conversation.name ?? ''} src={conversation.picture_url} decorative />;
  if (!first || !second)
    return first ? (
      <PersonFace person={first} online={isOnline} />
    ) : (
      <Avatar name={conversation.name ?? 'Former member'} decorative />
    );
  return (
    <span aria-hidden="true" className="relative size-11 shrink-0">
      <span className="absolute top-0 left-0">
        <PersonFace person={first} size="sm" />
      </span>
      <span className="absolute right-0 bottom-0 rounded-full ring-2 ring-bg-raised">
        <PersonFace person={second} size="sm" />
      </span>
    </span>
  );
}
