import { lazy, Suspense, useState } from 'react';
import { useFinishes } from '#features/sessions/finish/finish.queries.ts';
import { serverNow } from '#platform/server-clock.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';

const FinishPart = lazy(() => import('#routes/session/finish-part.tsx'));

/** The session whose finish the reader has hidden on this device; earlier ones are hidden with it. */
const hidden = storedText(safeLocalStorage, 'hidden-finish');

/** For so long it comes before the next session, and after it from then on. */
const FRESH = 3 * 3_600_000;

/** The reader's last session, until the next day. */
export function LastFinish({ isFresh }: { isFresh: boolean }) {
  const [last] = useFinishes();
  const [hiddenId, setHiddenId] = useState(hidden.read);
  if (!last || last.session.id === hiddenId) return null;
  if (isFresh !== serverNow() - Date.parse(last.session.end_time.utc) < FRESH) return null;
  const hide = () => {
    hidden.write(last.session.id);
    setHiddenId(last.session.id);
  };
  return (
    <Suspense fallback={<Skeleton className="h-66 rounded-sheet" />}>
      <FinishPart finish={last} onClose={hide} />
    </Suspense>
  );
}
