import type { Feature } from '#platform/feature.ts';
import { accountsRoutes } from './accounts.routes.ts';
import { sendSetupInvitations } from './bulk/setup-invitations.jobs.ts';

export { isManaged } from './accounts.read.ts';
export { inviteToSetUp } from './bulk/setup-invitations.jobs.ts';

export const accountsFeature = { routes: accountsRoutes, jobs: [sendSetupInvitations] } satisfies Feature;
