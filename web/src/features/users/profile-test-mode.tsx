import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

const profileTestMode = storedText(safeSessionStorage, 'profile-test-mode');

/** `profile=incomplete` and `profile=clear` work on any page, for people who try the product out. */
function readProfileParameter(search: string) {
  const value = new URLSearchParams(search).get('profile');
  if (value === 'incomplete') profileTestMode.write('incomplete');
  if (value === 'clear') profileTestMode.remove();
}

const isProfileTestMode = () => profileTestMode.read() === 'incomplete';

/** True while the profile counts as incomplete for trying out what the app then shows. */
export function useProfileTestMode(): boolean {
  const { search } = useLocation();
  const [on, setOn] = useState(isProfileTestMode);
  useEffect(() => {
    readProfileParameter(search);
    setOn(isProfileTestMode());
  }, [search]);
  return on;
}

export function TestModeBadge() {
  const on = useProfileTestMode();
  const location = useLocation();
  const navigate = useNavigate();
  if (!on) return null;

  function exit() {
    profileTestMode.remove();
    const search = new URLSearchParams(location.search);
    search.set('profile', 'clear');
    void navigate({ pathname: location.pathname, search: search.toString() }, { replace: true, state: location.state });
  }

  return (
    <div
      role="status"
      className="fixed bottom-24 left-4 z-50 flex items-center gap-3 rounded-full bg-status-error py-1.5 pr-1.5 pl-4 font-semibold text-on-status-error text-xs md:bottom-4"
    >
      TEST MODE: Profile Incomplete
      <button
        type="button"
        onClick={exit}
        className="min-h-8 rounded-full bg-bg-main px-3 text-text-primary hover:bg-bg-secondary"
      >
        Exit Test Mode
      </button>
    </div>
  );
}
