import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Write } from '#platform/outbox/write.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { useCheckIn } from '../spots/spots.mutations.ts';
import type { Finish, Finishes } from './finish.queries.ts';

const mark = (queryClient: QueryClient, id: string, has_given_kudos: boolean) =>
  queryClient.setQueryData<Finishes>(sessionKeys.finishes, (known) =>
    known
      ? { results: known.results.map((one) => (one.session.id === id ? { ...one, has_given_kudos } : one)) }
      : known,
  );

/** One tap, shown at once; a second one changes nothing. */
export const giveKudos: Write<{ id: string }, unknown> = {
  name: 'giveKudos',
  scope: ({ id }) => `kudos:${id}`,
  words: () => 'Give kudos',
  canRepeat: true,
  send: ({ id }, options) => api.giveKudos({ params: { id } }, options),
  show({ id }, { queryClient }) {
    mark(queryClient, id, true);
    return () => void mark(queryClient, id, false);
  },
  shownIn: () => [sessionKeys.finishes],
  failureText: "Couldn't give kudos. Try again.",
};

export const useGiveKudos = () => useWrite(giveKudos);

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
