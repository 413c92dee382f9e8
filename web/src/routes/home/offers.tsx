import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import type { SessionItem } from '#features/sessions/session.ts';
import { waitlistedSessionsQuery } from '#features/sessions/sessions.queries.ts';
import { useClaimSpot } from '#features/sessions/spots/spots.mutations.ts';
import { clockTime, dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { Button } from '#ui/button.tsx';

/** An offered spot expires, so it comes first. */
export function HeldSpots({ onOpen }: { onOpen: (session: SessionItem) => void }) {
  const waitlisted = useQuery(waitlistedSessionsQuery());
  const accept = useClaimSpot();
  const held = waitlisted.data?.results.filter(({ is_waitlisted, can_join }) => is_waitlisted && can_join) ?? [];
  if (held.length === 0) return null;
  return (
    <ul aria-label="Spots held for you" className="flex flex-col gap-3">
      {held.map((session) => (
        <li key={session.id} className="flex items-center gap-3 rounded-sheet bg-primary-soft p-4">
          <button type="button" onClick={() => onOpen(session)} className="min-w-0 flex-1 text-left hover:underline">
            <span className="block font-semibold text-primary-text text-sm">A spot opened up for you</span>
            <span dir="auto" className="line-clamp-2 break-words font-semibold">
              {session.title}
            </span>
            <span className="block text-sm text-text-secondary">{whenOf(session)}</span>
          </button>
          <Button onClick={() => void accept({ session })}>Claim spot</Button>
        </li>
      ))}
    </ul>
  );
}

function whenOf({ start_time }: SessionItem): string {
  return `${dayInWords(dayOf(start_time), dayAt(Date.now(), start_time.timezone))}, ${clockTime(start_time)}`;
}
