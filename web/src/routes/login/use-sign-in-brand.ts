import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useOrganizationTheme } from '#features/invites/organization-theme.ts';
import { lastOrganization } from '#platform/theme/last-organization.ts';

/** The organization of this sign-in page: the one `org` names, else the one this device was last signed in to. */
export function useSignInBrand(): string | undefined {
  const [query] = useSearchParams();
  const asked = query.get('org');
  const { brand: data } = useOrganizationTheme(asked ?? lastOrganization.read()?.id);
  useEffect(() => {
    if (data && data.organization_id === asked)
      lastOrganization.write({ id: data.organization_id, name: data.organization_name, theme: data.theme });
  }, [data, asked]);
  return data?.organization_name;
}
