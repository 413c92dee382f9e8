import { useRef } from 'react';
import { wouldReplaceTheirs } from './changed-meanwhile.ts';

const storedVersion = (error: unknown): unknown =>
  wouldReplaceTheirs(error) ? (error.body as { current_version?: unknown }).current_version : undefined;

/**
 * Sends the version that the form was opened with. If somebody else was faster, the next try sends theirs, and so
 * replaces it knowingly.
 */
export function useVersion<V extends string | number>(opened: V | undefined) {
  const known = useRef(opened);
  return {
    send: async <T>(call: (version: V | undefined) => Promise<T>): Promise<T> => {
      try {
        return await call(known.current);
      } catch (error) {
        known.current = (storedVersion(error) as V | undefined) ?? known.current;
        throw error;
      }
    },
    begin: (version: V | undefined) => {
      known.current = version;
    },
  };
}
