import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { sessionKeys } from '../sessions.keys.ts';
import { useCheckIn } from '../spots/spots.mutations.ts';
import type { Finish, Finishes } from './finish.queries.ts';

/** One tap, shown at once; a second one changes nothing. */
export function useGiveKudos() {
  const queryClient = useQueryClient();
  const mark = (id: string, has_given_kudos: boolean) =>
    queryClient.setQueryData<Finishes>(sessionKeys.finishes, (known) =>
      known
        ? { results: known.results.map((one) => (one.session.id === id ? { ...one, has_given_kudos } : one)) }
        : known,
    );
  return useMutation({
    mutationFn: (id: string) => api.giveKudos({ params: { id } }),
    onMutate: (id) => mark(id, true),
    onError: (error, id) => {
      mark(id, false);
      toasts.error(errorText(error, "Couldn't give kudos. Try again."));
    },
  });
}

/** A check-in afterwards, for a reader who forgot it. */
export function useSayIWasThere() {
  const queryClient = useQueryClient();
  const { id } = useUser();
  const checkIn = useCheckIn();
  return async (session: Finish['session']) => {
    await checkIn({ session, userIds: [id], attended: true });
    await queryClient.invalidateQueries({ queryKey: sessionKeys.finishes });
  };
}
