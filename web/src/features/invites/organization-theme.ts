import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { lastOrganization } from '#platform/theme/last-organization.ts';
import { setBrandHead } from '#platform/theme/page-head.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';

/** The theme remembered on this device, until the server answers. */
function remembered(organizationId: string | undefined) {
  const last = lastOrganization.read();
  if (!last || last.id !== organizationId) return undefined;
  return { organization_id: last.id, organization_name: last.name, theme: last.theme };
}

/**
 * Applies an organization's theme while the page is shown, and restores the reader's own afterwards. Returns whether it
 * is applied, so that no other brand flashes first.
 */
export function useOrganizationTheme(organizationId: string | undefined) {
  const { setTheme } = useTheme();
  const { gymConfig, status } = useLogin();
  const [worn, setWorn] = useState<unknown>();
  const { data, isPending } = useQuery<{ organization_id: string; organization_name: string; theme: unknown }>({
    queryKey: ['organization-theme', organizationId],
    queryFn: ({ signal }) => api.getOrganizationTheme({ params: { id: organizationId ?? '' } }, { signal }),
    enabled: organizationId !== undefined,
    placeholderData: () => remembered(organizationId),
    // Without it the page works in the default theme.
    retry: false,
  });
  const theme = data?.theme;
  const id = data?.organization_id;
  const own = status === 'signed-in' ? gymConfig : undefined;
  // Before the browser paints, so the next page never shows in this one's colors.
  useLayoutEffect(() => {
    if (!theme || !id) return;
    void setTheme(theme).then(() => setWorn(theme));
    setBrandHead(id);
    return () => {
      void setTheme(own?.theme ?? null);
      setBrandHead(own?.organization?.id ?? null);
    };
  }, [theme, id, own, setTheme]);
  return { brand: data, isDressed: !isPending && (!theme || worn === theme) };
}
