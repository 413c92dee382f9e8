import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';

/** Dresses the page in an organization's theme while it is shown, and in the reader's own again afterwards. */
export function useOrganizationTheme(organizationId: string | undefined) {
  const { setTheme } = useTheme();
  const { gymConfig, status } = useLogin();
  const { data } = useQuery({
    queryKey: ['organization-theme', organizationId],
    queryFn: ({ signal }) => api.getOrganizationTheme({ params: { id: organizationId ?? '' } }, { signal }),
    enabled: organizationId !== undefined,
    // Without it the page works in the default theme.
    retry: false,
  });
  const theme = data?.theme;
  const own = status === 'signed-in' ? gymConfig?.theme : undefined;
  useEffect(() => {
    if (!theme) return;
    setTheme(theme);
    return () => setTheme(own ?? null);
  }, [theme, own, setTheme]);
}
