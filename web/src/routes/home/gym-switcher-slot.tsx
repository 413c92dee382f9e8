import { MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSession, useUser } from '#platform/session/session.tsx';

const GymSwitcher = lazy(async () => ({ default: (await import('#features/gyms/gym-switcher.tsx')).GymSwitcher }));

/** Most members have one gym and need only its name; the menu comes for those who can choose. */
export function GymSwitcherSlot() {
  const { gym } = useSession();
  const user = useUser();
  if (!gym) return null;
  const name = (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm text-text-secondary">
      <MapPin aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{gym.name}</span>
    </span>
  );
  return user.can_switch_gyms && user.accessible_gyms.length > 1 ? (
    <Suspense fallback={name}>
      <GymSwitcher label={name} />
    </Suspense>
  ) : (
    name
  );
}
