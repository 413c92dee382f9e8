import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { nameOf } from '#platform/people/face.ts';
import { Button } from '#ui/button.tsx';
import { useKeptFocus } from '#ui/list/use-kept-focus.ts';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { useChangingFriendships } from './friends.mutations.ts';
import { type FriendRequest, friendRequestsQuery, sentFriendRequestsQuery } from './friends.queries.ts';
import { GrowingList, itemsOf } from './growing-list.tsx';
import { PeopleSkeleton, PersonRow, secondLineClass } from './person-row.tsx';
import { useUndoableChanges } from './use-undoable-changes.ts';

/** Requests to answer, and requests that wait for others. */
export function FriendRequests({ onFind }: { onFind: () => void }) {
  const received = useInfiniteQuery(friendRequestsQuery());
  const sent = useInfiniteQuery(sentFriendRequestsQuery());
  const answered = useChangingFriendships('friend-requests');
  const withdrawn = useChangingFriendships('sent-friend-requests');
  const lists = useKeptFocus<HTMLDivElement>(answered.size + withdrawn.size);
  if (received.isPending || sent.isPending) return <PeopleSkeleton />;
  const open = received.data && itemsOf(received.data).filter(({ id }) => !answered.has(id));
  const waiting = sent.data && itemsOf(sent.data).filter(({ id }) => !withdrawn.has(id));
  if (open?.length === 0 && waiting?.length === 0)
    return (
      <EmptyState
        className="py-10"
        icon={<Inbox />}
        title="No friend requests"
        text="Requests you get and send show up here."
        action={<Button onClick={onFind}>Find people</Button>}
      />
    );
  return (
    <div ref={lists} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <section className="flex flex-col gap-2">
        <h3 className="text-base">Received</h3>
        {!open ? (
          <SlimError text="Couldn't load the requests you got." onRetry={() => void received.refetch()} />
        ) : open.length === 0 ? (
          <p className="text-sm text-text-secondary">No requests to answer.</p>
        ) : (
          <GrowingList label="Friend requests" query={received} items={open} keyOf={({ id }) => id}>
            {(request) => <Received request={request} />}
          </GrowingList>
        )}
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-base">Sent</h3>
        {!waiting ? (
          <SlimError text="Couldn't load the requests you sent." onRetry={() => void sent.refetch()} />
        ) : waiting.length === 0 ? (
          <p className="text-sm text-text-secondary">No requests waiting for an answer.</p>
        ) : (
          <GrowingList label="Sent requests" query={sent} items={waiting} keyOf={({ id }) => id}>
            {(request) => <Sent request={request} />}
          </GrowingList>
        )}
      </section>
    </div>
  );
}

function Received({ request }: { request: FriendRequest }) {
  const { accept, decline } = useUndoableChanges();
  const name = nameOf(request.sender);
  return (
    <PersonRow
      wide
      person={request.sender}
      actions={
        <>
          <Button size="sm" aria-label={`Accept ${name}'s request`} onClick={() => accept(request.id, request.sender)}>
            Accept
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Decline ${name}'s request`}
            onClick={() => decline(request.id, request.sender)}
          >
            Decline
          </Button>
        </>
      }
    >
      <Message text={request.message || 'Sent you a friend request'} />
    </PersonRow>
  );
}

function Sent({ request }: { request: FriendRequest }) {
  const { withdraw } = useUndoableChanges();
  return (
    <PersonRow
      person={request.receiver}
      actions={
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Withdraw your request to ${nameOf(request.receiver)}`}
          onClick={() => withdraw(request.id, request.receiver)}
        >
          Withdraw
        </Button>
      }
    >
      <Message text={request.message || 'No answer yet'} />
    </PersonRow>
  );
}

const Message = ({ text }: { text: string }) => (
  <span dir="auto" className={`line-clamp-3 break-words ${secondLineClass}`}>
    {text}
  </span>
);
