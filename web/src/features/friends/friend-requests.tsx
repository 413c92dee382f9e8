import { useQuery } from '@tanstack/react-query';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import {
  type FriendRequest,
  friendRequestsQuery,
  useAcceptFriendRequest,
  useDeclineFriendRequest,
} from './friends.queries.ts';

/** Friend requests with one-tap answers; renders nothing without requests. */
export function FriendRequests() {
  const requests = useQuery(friendRequestsQuery());
  const accept = useAcceptFriendRequest();
  const decline = useDeclineFriendRequest();
  const isSending = accept.isPending || decline.isPending;
  const received = requests.data?.results ?? [];
  if (received.length === 0) return null;
  return (
    <ul aria-label="Friend requests" className="flex flex-col gap-3">
      {received.map((request) => (
        <li key={request.id} className="flex flex-col gap-3 rounded-card border border-border p-4">
          <Sender request={request} />
          <span className="flex gap-2">
            <Button size="sm" disabled={isSending} onClick={() => accept.mutate(request)}>
              Accept
            </Button>
            <Button size="sm" variant="secondary" disabled={isSending} onClick={() => decline.mutate(request)}>
              Decline
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Sender({ request: { sender, message } }: { request: FriendRequest }) {
  const name = `${sender.first_name} ${sender.last_name}`.trim();
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} src={sender.avatar_url} color={sender.avatar_color} decorative />
      <span className="min-w-0">
        <span dir="auto" className="block truncate font-semibold">
          {name}
        </span>
        <span dir="auto" className="block break-words text-sm text-text-secondary">
          {message || 'Wants to be friends'}
        </span>
      </span>
    </span>
  );
}
