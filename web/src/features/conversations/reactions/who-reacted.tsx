import { useQuery } from '@tanstack/react-query';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { PersonFace } from '../conversation-face.tsx';
import { type Message, reactionsQuery } from '../conversations.queries.ts';

type Props = { message: Message | null; onClose: () => void };

const WhoReacted = ({ message, onClose }: Props) => (
  <Dialog open={message !== null} onOpenChange={(next) => next || onClose()} title="Reactions">
    {message ? <People message={message} /> : null}
  </Dialog>
);

/** Each member once, with all their emojis. */
function People({ message }: { message: Message }) {
  const reader = useUser();
  const { data, isPending, isError, isFetching, refetch } = useQuery(reactionsQuery(message));
  if (isPending) return <Skeleton className="h-12" />;
  if (isError)
    return (
      <p role="alert" className="flex items-center justify-between gap-3 text-text-secondary">
        Couldn't load who reacted.
        <Button variant="secondary" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  const byPerson = [...Map.groupBy(data, ({ user }) => user.id).values()];
  return (
    <ul aria-label="People" className="flex flex-col">
      {byPerson.map((given) => {
        const user = given[0]!.user;
        return (
          <li key={user.id} className="relative flex min-h-14 items-center gap-3 py-1.5">
            <ProfileLink row userId={user.id} name={nameOf(user)} className="rounded-full">
              <PersonFace person={user} />
            </ProfileLink>
            <span dir="auto" className="line-clamp-2 min-w-0 flex-1 break-words font-medium leading-snug">
              {user.id === reader.id ? 'You' : nameOf(user)}
            </span>
            <span className="shrink-0 text-xl">{given.map(({ emoji }) => emoji).join(' ')}</span>
          </li>
        );
      })}
    </ul>
  );
}

export default WhoReacted;
