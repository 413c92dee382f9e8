import { useEffect } from 'react';
import { useLogin } from '#platform/login/use-login.ts';

/** The tab's title: the page, then the organization. */
export function usePageTitle(title: string, brandOfPage?: string) {
  const { gymConfig } = useLogin();
  const brand = brandOfPage ?? gymConfig?.organization?.name ?? 'Spotter';
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
}
