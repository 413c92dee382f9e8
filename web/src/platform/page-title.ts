import { useEffect } from 'react';
import { useSession } from '#platform/session/session.tsx';

/** The tab's title: what this is, and whose app it is. */
export function usePageTitle(title: string) {
  const { gymConfig } = useSession();
  const brand = gymConfig?.organization?.name ?? 'Spotter';
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
