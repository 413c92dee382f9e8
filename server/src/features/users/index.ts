import type { Feature } from '#platform/feature.ts';
import { avatarRoutes, usersRoutes } from './users.routes.ts';

export { areBlocked, blockedBetween, hiddenCte, hiddenFrom, isBetween, isHidden, lockPair } from './blocks.repo.ts';
export { me } from './me.service.ts';
export { loginEnded, meUpdated } from './users.events.ts';
export { personJsonSql } from './users.repo.ts';
export { holdsNothingPrivate, isSetUp, isUntouched } from './users.setup.repo.ts';
export { forgetAvatar } from './users-avatar.service.ts';
export { confirmIdentity } from './users-confirmation.service.ts';
export { giveGym, organizationOf } from './users-creation.repo.ts';
export { avatarColorOf, createAccount, enteredGym, enterGym } from './users-creation.service.ts';
export { getUserPreferences } from './users-preferences.service.ts';

export const usersFeature = { routes: usersRoutes } satisfies Feature;
/** Apart, because it needs the file store. */
export const avatarFeature = { routes: avatarRoutes } satisfies Feature;
