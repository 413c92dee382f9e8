import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';

/** What the reader may do here, and the locations they manage. */
export function useStaff() {
  const { emulation } = useLogin();
  const user = useUser();
  return {
    ownId: user.id,
    organizationId: user.organization?.id ?? emulation?.organization_id ?? '',
    /** An organization's admin, not one of some locations. */
    managesEverything: isOrgAdmin(user.role) || emulation !== null,
    /** A super admin inside the organization, who touches nobody's sign-in. */
    isSupport: emulation !== null,
    gyms: user.accessible_gyms.filter(({ id }) => user.managed_gym_ids.includes(id)),
  };
}
