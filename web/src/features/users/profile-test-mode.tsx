import { useSyncExternalStore } from 'react';
import { testParameters } from '#platform/test-parameters.ts';

/** True while the profile counts as incomplete, for trying out that state. */
export const useProfileTestMode = (): boolean =>
  useSyncExternalStore(testParameters.subscribe, testParameters.isProfileIncomplete);

export function TestModeBadge() {
  if (!useProfileTestMode()) return null;
  return (
    <div
      role="status"
      // Next to the rail and the sidebar, whose bottom holds the profile.
      className="fixed bottom-24 left-4 z-50 flex items-center gap-3 rounded-full bg-status-error py-1.5 pr-1.5 pl-4 font-semibold text-on-status-error text-xs md:bottom-4 md:left-68"
    >
      TEST MODE: Profile Incomplete
      <button
        type="button"
        onClick={testParameters.endProfileTest}
        className="min-h-8 rounded-full bg-bg-main px-3 text-text-primary hover:bg-bg-secondary"
      >
        Exit Test Mode
      </button>
    </div>
  );
}
