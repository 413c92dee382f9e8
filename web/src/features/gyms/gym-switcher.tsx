import { ChevronDown, MapPin } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** The current gym. With several gyms, the browser's own picker lies over the name. */
export function GymSwitcher() {
  const { gym, switchGym } = useLogin();
  const user = useUser();
  const [switching, setSwitching] = useState(false);
  if (!gym) return null;
  const canChoose = user.can_switch_gyms && user.accessible_gyms.length > 1;

  async function choose(id: string) {
    setSwitching(true);
    try {
      await switchGym(id);
    } catch (error) {
      toasts.error(errorText(error, "Couldn't switch gyms. Try again."));
    } finally {
      setSwitching(false);
    }
  }

  return (
    <span className="relative -ml-2 inline-flex min-w-0 max-w-[calc(100%+0.5rem)] items-center gap-1.5 self-start rounded-control px-2 py-1 text-sm text-text-secondary has-focus-visible:outline-2 has-focus-visible:outline-primary-text has-[select:hover]:bg-bg-secondary">
      <MapPin aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{gym.name}</span>
      {canChoose ? (
        <>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" />
          <select
            aria-label="Gym"
            className="absolute -inset-y-2 inset-x-0 w-full opacity-0"
            value={gym.id}
            disabled={switching}
            onChange={(event) => void choose(event.target.value)}
          >
            {user.accessible_gyms.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </select>
        </>
      ) : null}
    </span>
  );
}
