/** What an audit entry is about, for the filter. */
export const auditKinds = [
  'users',
  'locations',
  'session_types',
  'invite_codes',
  'theme',
  'announcements',
  'reports',
  'data',
  'sign_in',
] as const;
export type AuditKind = (typeof auditKinds)[number];
