import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { PersonFace } from '../conversation-face.tsx';
import { keepConversation, readListsAnew } from '../conversations.cache.ts';

type Props = { token: string; onJoined: (conversationId: string) => void; onClose: () => void };

/** The group that a link leads to, before the reader joins it. */
export function JoinGroup({ token, onJoined, onClose }: Props) {
  const queryClient = useQueryClient();
  const group = useQuery({
    queryKey: ['linked-group', token],
    queryFn: ({ signal }) => api.getLinkedGroup({ params: { token } }, { signal }),
    staleTime: 0,
    retry: false,
  });
  const join = useMutation({
    mutationFn: () => api.joinGroupByLink({ params: { token } }),
    onSuccess: (conversation) => {
      keepConversation(queryClient, conversation);
      readListsAnew(queryClient);
      onJoined(conversation.id);
    },
  });
  if (group.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading the group" className="flex flex-col items-center gap-4">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-12 w-full" />
      </div>
    );
  if (group.isError)
    return group.error instanceof ApiError && [400, 404].includes(group.error.status) ? (
      <EmptyState
        icon={<Link2Off />}
        title="This link doesn't work anymore"
        text="It may have been replaced, or it's for another gym. Ask for a new one."
        action={<Button onClick={onClose}>Close</Button>}
      />
    ) : (
      <ErrorState title="Couldn't load the group" onRetry={() => void group.refetch()} retrying={group.isFetching} />
    );
  const { name, picture_url, member_count, people, conversation_id } = group.data;
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <Avatar name={name} src={picture_url} size="xl" decorative />
      <div>
        <h3 dir="auto" className="break-words text-xl">
          {name}
        </h3>
        <p className="text-text-secondary">{member_count === 1 ? '1 member' : `${member_count} members`}</p>
      </div>
      <ul aria-label="Some of its members" className="flex flex-wrap justify-center gap-3">
        {people.map((person) => (
          <li
            key={person.id}
            className="flex w-16 flex-col large-text:w-auto large-text:max-w-full items-center gap-1 text-sm"
          >
            <PersonFace person={person} />
            <span dir="auto" className="w-full truncate">
              {person.first_name}
            </span>
          </li>
        ))}
      </ul>
      {join.isError ? <Banner>{errorText(join.error, "Couldn't join the group. Try again.")}</Banner> : null}
      {conversation_id ? (
        <Button full size="lg" onClick={() => onJoined(conversation_id)}>
          Open chat
        </Button>
      ) : (
        <>
          <Button full size="lg" loading={join.isPending} onClick={() => join.mutate()}>
            Join group
          </Button>
          <p className="text-sm text-text-secondary">You'll see messages from now on.</p>
        </>
      )}
    </div>
  );
}
