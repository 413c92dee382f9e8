import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/login-provider.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';

/** Nobody may forget whose house they are in. */
export function EmulationBar() {
  const { emulation, leaveOrganization } = useLogin();
  const [leaving, setLeaving] = useState(false);
  if (!emulation) return null;

  async function leave() {
    setLeaving(true);
    try {
      await leaveOrganization();
    } catch (error) {
      toasts.error(errorText(error, 'You are still inside the organization. Please try again.'));
      setLeaving(false);
    }
  }

  return (
    <div
      role="status"
      className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-status-warning px-4 py-2 text-center font-medium text-on-status-warning text-sm"
    >
      <span>You are viewing {emulation.organization_name} as its admin.</span>
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
