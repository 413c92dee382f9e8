import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNow } from '#platform/use-now.ts';
import { sessionQuery } from '../sessions.queries.ts';
import { spotStatusOf } from './spot-status.ts';

/** Whether the reader is invited to a session and hasn't answered. */
export function useIsOpenInvite(sessionId: string | undefined): boolean {
  const { data } = useQuery({ ...sessionQuery(useQueryClient(), sessionId ?? ''), enabled: sessionId !== undefined });
  const now = useNow(30_000);
  return data !== undefined && spotStatusOf(data, now) === 'invited';
}
