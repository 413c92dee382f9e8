import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { answerFriendRequest, type FriendRequest, friendKeys, friendRequestsQuery } from './friends.queries.ts';

/** Who has asked to be friends, to be answered in one tap; nothing where nobody has. */
export function FriendRequests() {
  const requests = useQuery(friendRequestsQuery());
  const queryClient = useQueryClient();
  const answer = useMutation({
    mutationFn: answerFriendRequest,
    onSuccess: (_answer, { request, accept }) => {
      if (accept) toasts.success(`You and ${request.sender.first_name} are friends now.`);
    },
    onError: (error) => toasts.error(errorText(error, 'Your answer did not arrive. Please try again.')),
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
          {message || 'wants to be your friend'}
        </span>
      </span>
    </span>
  );
}
