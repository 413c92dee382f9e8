import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';

/**
 * Whom the reader has asked while the app is open, with the request's id. Suggestions stay on the screen after a tap, so
 * live events keep this, also for requests from another device.
 */
const askedKey = ['asked-to-be-friends'] as const;
type AskedPeople = Readonly<Record<string, string>>;

export const useAskedPeople = (): AskedPeople =>
  useQuery<AskedPeople>({ queryKey: askedKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? {};

export const keepAsked = (queryClient: QueryClient, personId: string, requestId: string) =>
  queryClient.setQueryData<AskedPeople>(askedKey, (asked) => ({ ...asked, [personId]: requestId }));
export const dropAsked = (queryClient: QueryClient, isOver: (personId: string, requestId: string) => boolean) =>
  queryClient.setQueryData<AskedPeople>(askedKey, (asked = {}) =>
    Object.fromEntries(Object.entries(asked).filter(([person, request]) => !isOver(person, request))),
  );
