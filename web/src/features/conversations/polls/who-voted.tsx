import { useQuery } from '@tanstack/react-query';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { ErrorLine } from '#ui/status/slim-error.tsx';
import { PersonFace } from '../conversation-face.tsx';
import type { Message } from '../conversations.queries.ts';
import { optionInWords } from './poll.words.ts';
import { votesQuery } from './polls.ts';

type Props = { message: Message; onClose: () => void };

/** Who voted for what, by option. */
export default function WhoVoted({ message, onClose }: Props) {
  const reader = useUser();
  const { gym } = useLogin();
  const { data, isError, isFetching, refetch } = useQuery(votesQuery(message));
  return (
    <Dialog open onOpenChange={(next) => next || onClose()} title="Votes" description={message.content}>
      {!data && !isError ? <Skeleton className="h-12" /> : null}
      {isError ? (
        <ErrorLine retrying={isFetching} onRetry={() => void refetch()}>
          Couldn't load the votes.
        </ErrorLine>
      ) : null}
      <div className="flex flex-col gap-4">
        {message.poll?.options.map((option, place) => {
          const voters = data?.filter((vote) => vote.option === place) ?? [];
          if (voters.length === 0) return null;
          const words = optionInWords(message.poll!, option, gym?.timezone);
          return (
            <section key={words}>
              <h3 dir="auto" className="flex justify-between gap-3 text-base">
                <span className="min-w-0 break-words">{words}</span>
                <span data-figures="">{voters.length}</span>
              </h3>
              <ul className="flex flex-col">
                {voters.map(({ user }) => (
                  <li key={user.id} className="relative flex min-h-13 items-center gap-3 rounded-card py-1">
                    <ProfileLink row userId={user.id} name={nameOf(user)} className="rounded-full">
                      <PersonFace person={user} size="sm" />
                    </ProfileLink>
                    <span dir="auto" className="min-w-0 flex-1 break-words leading-snug">
                      {user.id === reader.id ? 'You' : nameOf(user)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
