import type { SessionType } from '@spotter/contract/organizations.ts';
import { type Read, statement } from '#platform/db/statement.ts';

const sessionTypesStatement = statement('session-types', { organizationId: 'uuid' })<SessionType>(
  `select id, name, kind, default_duration_minutes, is_active, position from session_types
   where organization_id = $organizationId order by position, id`,
);

/** An organization's session types, in its order. */
export const listSessionTypes = (read: Read, organizationId: string): Promise<SessionType[]> =>
  read(sessionTypesStatement, { organizationId });
