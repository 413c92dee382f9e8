import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';

const moment = dateFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** The latest messages of a conversation, newest first, read-only. A shared session can be opened. */
export function LastMessages({ id, onSession }: { id: string; onSession: (id: string) => void }) {
  const messages = useQuery({
    queryKey: ['messages', id],
    queryFn: ({ signal }) => api.listMessages({ params: { id }, query: { page_size: 20 } }, { signal }),
    staleTime: 0,
  });
  if (messages.isPending) return <SkeletonText lines={4} />;
  if (messages.isError) return <ErrorState title="Couldn't load the chat" onRetry={() => void messages.refetch()} />;
  return (
    <ul aria-label="Latest messages" className="flex flex-col gap-4">
      {messages.data.results
        .filter(({ is_hidden, deleted_at, sender }) => !is_hidden && !deleted_at && sender)
        .map(({ id, sender, content, session, created_at }) => (
          <li key={id} className="flex items-start gap-3">
            <Avatar
              name={`${sender?.first_name} ${sender?.last_name}`}
              src={sender?.avatar_url}
              color={sender?.avatar_color}
              size="sm"
              decorative
            />
            <div className="min-w-0 flex-1">
              <p className="text-sm text-text-secondary">
                <bdi>{sender?.first_name}</bdi>,{' '}
                <time dateTime={created_at}>{moment.format(new Date(created_at))}</time>
              </p>
              {content ? (
                <p dir="auto" className="whitespace-pre-line break-words">
                  {content}
                </p>
              ) : null}
              {session ? (
                <Button variant="secondary" size="sm" className="mt-1 max-w-full" onClick={() => onSession(session.id)}>
                  <span className="truncate">{session.title}</span>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
    </ul>
  );
}
