import { useEffect, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useNow } from '#platform/use-now.ts';

/** Shows a super admin on every page which organization they have entered, and ends the visit when its time is over. */
export function EmulationBar() {
  const { emulation, endVisit, leaveOrganization } = useLogin();
  const [leaving, setLeaving] = useState(false);
  const now = useNow(10_000);
  const endsAt = emulation?.expires_at ? Date.parse(emulation.expires_at) : null;
  const isOver = endsAt !== null && endsAt <= now;
  useEffect(() => {
    if (isOver) endVisit();
  }, [isOver, endVisit]);
  if (!emulation) return null;

  async function leave() {
    setLeaving(true);
    try {
      await leaveOrganization();
    } catch (error) {
      toasts.error(errorText(error, "Couldn't exit the organization. Try again."));
      setLeaving(false);
    }
  }

  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-status-warning px-4 py-2 text-center font-medium text-on-status-warning text-sm"
    >
      <span>You're viewing {emulation.organization_name} as its admin.</span>
      {/* Read once with the rest of the bar, not every minute. */}
      {endsAt === null ? null : (
        <span aria-hidden="true">{`${Math.max(1, Math.ceil((endsAt - now) / 60_000))} min left`}</span>
      )}
      <button
        type="button"
        onClick={() => void leave()}
        disabled={leaving}
        className="touch-target rounded-full bg-bg-main px-4 py-1 font-semibold text-text-primary"
      >
        Exit
      </button>
    </div>
  );
}
