import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { answerFriendRequest, type FriendRequest, friendKeys, friendRequestsQuery } from './friends.queries.ts';

/** Friend requests to answer in one tap; nothing when there are none. */
export function FriendRequests() {
  const requests = useQuery(friendRequestsQuery());
  const queryClient = useQueryClient();
  const answer = useMutation({
    mutationFn: answerFriendRequest,
    onSuccess: (_answer, { request, accept }) => {
      if (accept) toasts.success(`You and ${request.sender.first_name} are now friends.`);
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't send your answer. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendKeys.all }),
  });
  const asked = requests.data?.results ?? [];
  if (asked.length === 0) return null;
  return (
    <ul aria-label="Friend requests" className="flex flex-col gap-3">
      {asked.map((request) => (
        <li key={request.id} className="flex flex-col gap-3 rounded-card border border-border p-4">
          <Who request={request} />
          <span className="flex gap-2">
            <Button size="sm" disabled={answer.isPending} onClick={() => answer.mutate({ request, accept: true })}>
              Accept
            </Button>
            <Button
              size="sm"
              variant="secondary"
              disabled={answer.isPending}
              onClick={() => answer.mutate({ request, accept: false })}
            >
              Decline
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Who({ request: { sender, message } }: { request: FriendRequest }) {
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
