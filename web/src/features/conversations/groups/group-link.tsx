import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy, Link2, Link2Off, RefreshCw, Share2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { Question } from '#ui/layer/question.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import type { Conversation } from '../conversations.queries.ts';

/** The link with which people of the gym join the group; for its admins. */
export default function GroupLink({ conversation: { id, name } }: { conversation: Conversation }) {
  const queryClient = useQueryClient();
  const queryKey = ['group-link', id];
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.getGroupLink({ params: { id } }, { signal }),
    staleTime: 0,
  });
  const [asked, setAsked] = useState<'replace' | 'end' | null>(null);
  const needsEmail = useNeedsVerifiedEmail();
  const { copied, copy } = useCopy();
  const onError = (error: unknown) => toasts.error(errorText(error, "Couldn't change the link. Try again."));
  const create = useMutation({
    mutationFn: () => api.createGroupLink({ params: { id } }),
    onSuccess: (made) => queryClient.setQueryData(queryKey, made),
    onError,
  });
  const end = useMutation({
    mutationFn: () => api.deleteGroupLink({ params: { id } }),
    onSuccess: () => queryClient.setQueryData(queryKey, null),
    onError,
  });
  const url = link.data?.url;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">Invite link</h3>
      <p className="text-sm text-text-secondary">Anyone at your gym can join the group with it.</p>
      {link.isPending ? <Skeleton className="h-11" /> : null}
      {link.isError ? <SlimError text="Couldn't load the link." onRetry={() => void link.refetch()} /> : null}
      {link.isSuccess && !url && needsEmail ? <VerifyEmail to="to create a link" /> : null}
      {link.isSuccess && !url && !needsEmail ? (
        <Button
          variant="soft"
          icon={<Link2 />}
          className="self-start"
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          Create link
        </Button>
      ) : null}
      {url ? (
        <>
          <p className="select-all break-all rounded-control bg-bg-secondary px-3.5 py-2.5 text-sm">{url}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="soft" icon={copied ? <Check /> : <Copy />} onClick={() => void copy(url)}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
            {'share' in navigator ? (
              <Button
                variant="secondary"
                icon={<Share2 />}
                // Closing the phone's own share sheet is not a failure.
                onClick={() => void navigator.share({ title: name ?? 'Group', url }).catch(() => {})}
              >
                Share…
              </Button>
            ) : null}
            <Button variant="ghost" icon={<RefreshCw />} onClick={() => setAsked('replace')}>
              New link
            </Button>
            <Button variant="ghost" icon={<Link2Off />} onClick={() => setAsked('end')}>
              End link
            </Button>
          </div>
        </>
      ) : null}
      <Question
        open={asked !== null}
        title={asked === 'replace' ? 'Replace this link?' : 'End this link?'}
        text="It stops working for everyone who has it. People who joined stay in."
        no="Keep link"
        yes={asked === 'replace' ? 'Replace' : 'End link'}
        onClose={() => setAsked(null)}
        onYes={() => (asked === 'replace' ? create.mutate() : end.mutate())}
      />
    </section>
  );
}
