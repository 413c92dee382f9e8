import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type Operations = Answer<'getOperations'>;
export type FailedJob = Operations['failed_jobs']['results'][number];

const operationsKey = ['operations'] as const;
const REFRESH_MS = 10_000;
/** While a count runs, its end is worth seeing at once. */
const COUNTING_MS = 2_000;

export const operationsQuery = () =>
  queryOptions({
    queryKey: operationsKey,
    queryFn: ({ signal }) => api.getOperations({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.sizes.is_counting ? COUNTING_MS : REFRESH_MS),
  });

/** A change to the installation: says how it went, and reads the page again. */
function useChange<V, A>(
  change: (value: V) => Promise<A>,
  words: { done: (value: V, answer: A) => string; failed: string },
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, value) => toasts.success(words.done(value, answer)),
    onError: (error) => toasts.error(errorText(error, words.failed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
}

export const useRetryJob = () =>
  useChange(({ id }: FailedJob) => api.retryJob({ params: { id } }), {
    done: ({ job }) => `${job} runs again`,
    failed: "Couldn't retry the job. Try again.",
  });

export const useDiscardJob = () =>
  useChange(({ id }: FailedJob) => api.discardJob({ params: { id } }), {
    done: ({ job }) => `${job} is discarded`,
    failed: "Couldn't discard the job. Try again.",
  });

export type FailedMail = Operations['failed_mails']['results'][number];

export const useSendMailAgain = () =>
  useChange(({ id }: FailedMail) => api.sendMailAgain({ params: { id } }), {
    done: ({ to }) => `The mail to ${to} is on its way`,
    failed: "Couldn't send the mail again. Try again.",
  });

export const useSendAllMailsAgain = () =>
  useChange((_: undefined) => api.sendAllMailsAgain({}), {
    done: (_, { queued }) =>
      queued === 1 ? '1 mail is on its way' : `${queued.toLocaleString()} mails are on their way`,
    failed: "Couldn't send the mails again. Try again.",
  });

export const useCountSizes = () =>
  useChange((_: undefined) => api.countSizes({}), {
    done: () => 'Counting the sizes',
    failed: "Couldn't start counting. Try again.",
  });

type Lift = { id: string; name: string; isLifted: boolean };

export const useLiftMailLimit = () =>
  useChange(
    ({ id, isLifted }: Lift) => api.updateOrganization({ params: { id }, body: { mail_limit_lifted: isLifted } }),
    {
      done: ({ name, isLifted }) =>
        `${name} ${isLifted ? 'can send invite emails without a limit' : 'has a daily limit for invite emails again'}`,
      failed: "Couldn't change the limit. Try again.",
    },
  );
