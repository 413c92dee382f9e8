import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '#platform/api/api-error.ts';

type Send<B, A> = (body: B, options: { idempotencyKey: string }) => Promise<A>;

/**
 * One submit is one request: further presses are ignored until it fails. When no answer came, the same body is sent
 * again with the same key, so that the action can't happen twice.
 */
export function useSubmit<B, A>(send: Send<B, A>, onSuccess: (answer: A, body: B) => void) {
  const busy = useRef(false);
  const lost = useRef<{ text: string; key: string } | null>(null);

  const mutation = useMutation({
    mutationFn: async (body: B) => {
      const text = JSON.stringify(body);
      const key = lost.current?.text === text ? lost.current.key : crypto.randomUUID();
      try {
        return await send(body, { idempotencyKey: key });
      } catch (error) {
        lost.current = error instanceof ApiError && error.isTemporary ? { text, key } : null;
        throw error;
      }
    },
    onSuccess,
    onError: () => {
      busy.current = false;
    },
  });

  return {
    ...mutation,
    /** True from the press until a failure: after success the screen is about to change. */
    sending: mutation.isPending || mutation.isSuccess,
    submit(body: B) {
      if (busy.current) return;
      busy.current = true;
      mutation.mutate(body);
    },
  };
}
