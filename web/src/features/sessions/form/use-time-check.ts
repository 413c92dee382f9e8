import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';

const SETTLED_MS = 250;

/** Debounced, so that passing over slots sends no requests. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Asked = { gym_id: string; start_time: string; duration_minutes: number; exclude?: string };

/** The server's verdict on a time while it is being chosen. */
export function useTimeCheck(asked: Asked, enabled: boolean) {
  const settled = useSettled(JSON.stringify(asked));
  const check = useQuery({
    queryKey: ['session-time-check', settled],
    queryFn: ({ signal }) => api.checkSessionTime({ query: JSON.parse(settled) as Asked }, { signal }),
    enabled,
  });
  // An answer about an earlier choice says nothing about the current one.
  return settled === JSON.stringify(asked) ? check.data : undefined;
}
