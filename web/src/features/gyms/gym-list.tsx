import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { MapPin } from 'lucide-react';

function timeAt(timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(),
  );
}

/** Locations with their address and local time. */
export function GymList({ gyms }: { gyms: readonly Gym[] }) {
  return (
    <ul className="flex flex-col">
      {gyms.map((gym) => (
        <li key={gym.id} className="flex items-center gap-4 border-border border-t py-3 first:border-0">
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary-text">
            <MapPin aria-hidden="true" className="size-5" />
          </span>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate font-medium">{gym.name}</span>
            {gym.address ? <span className="truncate text-sm text-text-secondary">{gym.address}</span> : null}
          </span>
          <span className="shrink-0 text-right text-sm leading-tight">
            <time className="block font-medium">{timeAt(gym.timezone)}</time>
            <span className="text-text-tertiary text-xs">{gym.timezone.split('/').at(-1)?.replaceAll('_', ' ')}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
