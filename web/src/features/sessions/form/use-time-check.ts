import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';

const SETTLED_MS = 250;

/** What was last for a moment: nobody is asked about each slot a thumb passes over. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

type Asked = { gym_id: string; start_time: string; duration_minutes: number; exclude?: string };

/** What the server says of a time while it is being chosen. */
export function useTimeCheck(asked: Asked, enabled: boolean) {
  const settled = useSettled(JSON.stringify(asked));
  const check = useQuery({
    queryKey: ['session-time-check', settled],
    queryFn: ({ signal }) => api.checkSessionTime({ query: JSON.parse(settled) as Asked }, { signal }),
    enabled,
  });
  // An answer to what was chosen before says nothing about what is chosen now.
  return settled === JSON.stringify(asked) ? check.data : undefined;
}
