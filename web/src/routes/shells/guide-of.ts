export const guideIds = [
  'dashboard',
  'members-at-risk',
  'users',
  'import-members',
  'locations',
  'opening-hours',
  'invite-codes',
  'session-types',
  'theme',
  'announcements',
  'reports',
  'audit-log',
  'moving',
] as const;
export type GuideId = (typeof guideIds)[number];

/** Which guide explains a page: by its address below `/admin`, where a colon stands for any one part. */
const guidesByPage: Record<string, GuideId> = {
  '': 'dashboard',
  theme: 'theme',
  users: 'users',
  organizations: 'dashboard',
  'select-organization': 'dashboard',
  'organizations/:orgId': 'dashboard',
  'organizations/:orgId/dashboard': 'dashboard',
  'organizations/:orgId/members-at-risk': 'members-at-risk',
  'organizations/:orgId/theme': 'theme',
  'organizations/:orgId/session-types': 'session-types',
  'organizations/:orgId/users': 'users',
  'organizations/:orgId/users/import': 'import-members',
  'organizations/:orgId/users/:userId': 'users',
  'organizations/:orgId/gyms': 'locations',
  'organizations/:orgId/gyms/:gymId/hours': 'opening-hours',
  'organizations/:orgId/invite-codes': 'invite-codes',
  'organizations/:orgId/announcements': 'announcements',
  'organizations/:orgId/reports': 'reports',
  'organizations/:orgId/audit-log': 'audit-log',
  'organizations/:orgId/moving': 'moving',
};

const partsOf = (path: string) => path.split('/').filter(Boolean);

/** The guide for an address such as `/admin/organizations/7/users`; null where help itself is shown. */
export function guideOf(pathname: string): GuideId | null {
  const given = partsOf(pathname.replace(/^\/admin/, ''));
  const page = Object.keys(guidesByPage).find((known) => {
    const parts = partsOf(known);
    return parts.length === given.length && parts.every((part, index) => part.startsWith(':') || part === given[index]);
  });
  return page === undefined ? null : (guidesByPage[page] ?? null);
}
