import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { ErrorLine } from '#ui/status/slim-error.tsx';
import { type Message, reactionsQuery } from '../conversations.queries.ts';
import { PersonRow } from '../person-row.tsx';

type Props = { message: Message | null; onClose: () => void };

const WhoReacted = ({ message, onClose }: Props) => (
  <Dialog open={message !== null} onOpenChange={(next) => next || onClose()} title="Reactions">
    {message ? <People message={message} /> : null}
  </Dialog>
);

/** Each member once, with all their emojis. */
function People({ message }: { message: Message }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(reactionsQuery(message));
  if (isPending) return <Skeleton className="h-12" />;
  if (isError)
    return (
      <ErrorLine retrying={isFetching} onRetry={() => void refetch()}>
        Couldn't load who reacted.
      </ErrorLine>
    );
  const byPerson = [...Map.groupBy(data, ({ user }) => user.id).values()];
  return (
    <ul aria-label="People" className="flex flex-col">
      {byPerson.map((given) => {
        const user = given[0]!.user;
        return (
          <PersonRow key={user.id} person={user}>
            <span className="shrink-0 text-xl">{given.map(({ emoji }) => emoji).join(' ')}</span>
          </PersonRow>
        );
      })}
    </ul>
  );
}

export default WhoReacted;
