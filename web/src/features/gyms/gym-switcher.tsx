import { Check, ChevronDown, MapPin } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useSession, useUser } from '#platform/session/session.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Menu } from '#ui/menu.tsx';

/** Where one is training, as a choice. */
export function GymSwitcher({ label }: { label: ReactNode }) {
  const { gym, switchGym } = useSession();
  const user = useUser();
  const [switching, setSwitching] = useState(false);

  async function choose(id: string) {
    setSwitching(true);
    try {
      await switchGym(id);
    } catch (error) {
      toasts.error(errorText(error, 'The gym was not switched. Please try again.'));
    } finally {
      setSwitching(false);
    }
  }

  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          disabled={switching}
          aria-label={`Switch gym, now ${gym?.name}`}
          className="touch-target -ml-2 inline-flex min-w-0 items-center gap-1 self-start rounded-control px-2 py-1 hover:bg-bg-secondary"
        >
          {label}
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-text-tertiary" />
        </button>
      }
      groups={[
        user.accessible_gyms.map((option) => ({
          label: option.name,
          icon: option.id === gym?.id ? <Check /> : <MapPin />,
          onSelect: () => void choose(option.id),
        })),
      ]}
    />
  );
}
