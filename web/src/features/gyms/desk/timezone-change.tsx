import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { whenAt } from '../affected/decisions.ts';
import { type Gym, gymKeys } from '../gyms.queries.ts';

/** What another timezone would move; asks only once one is chosen. */
export const useTimezonePreview = (gym: Gym | null, timezone: string) =>
  useQuery({
    queryKey: [...gymKeys.all, 'timezone', gym?.id ?? null, timezone],
    queryFn: ({ signal }) => api.previewGymTimezone({ params: { id: gym?.id ?? '' }, body: { timezone } }, { signal }),
    enabled: gym !== null && timezone !== '' && timezone !== gym.timezone,
    staleTime: 0,
    gcTime: 0,
  });

type Props = { gym: Gym; timezone: string; preview: ReturnType<typeof useTimezonePreview> };

const SHOWN = 5;
const place = (zone: string) => zone.split('/').at(-1)?.replaceAll('_', ' ');

/** Says what a new timezone does to upcoming sessions. */
export function TimezoneChange({ gym, timezone, preview }: Props) {
  if (timezone === '' || timezone === gym.timezone) return null;
  if (preview.isPending) return <SkeletonText lines={2} />;
  if (preview.isError)
    return (
      <Banner
        action={
          <Button size="sm" variant="secondary" onClick={() => void preview.refetch()}>
            Try again
          </Button>
        }
      >
        Couldn't check what moves.
      </Banner>
    );
  const { count, sessions } = preview.data;
  if (count === 0)
    return (
      <Banner tone="info">No upcoming sessions move. Opening hours follow {place(timezone)} time from now on.</Banner>
    );
  return (
    <Banner tone="warning" title={count === 1 ? '1 session moves' : `${count} sessions move`}>
      <p>
        Sessions keep their clock time at the gym, so they start earlier or later than before. We'll tell their members.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {sessions.slice(0, SHOWN).map(({ id, title, starts_at, moves_to }) => (
          <li key={id}>
            <span className="font-semibold">{title}</span>, {whenAt(moves_to, timezone)}: {apart(starts_at, moves_to)}
          </li>
        ))}
      </ul>
      {count > SHOWN ? <p className="mt-1">and {count - SHOWN} more</p> : null}
    </Banner>
  );
}

function apart(from: string, to: string): string {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const length = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
  return `${length} ${minutes > 0 ? 'later' : 'earlier'}`;
}
