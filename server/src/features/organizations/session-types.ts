import type { SessionType } from '@spotter/contract/organizations.ts';
import { type Read, statement } from '#platform/db/statement.ts';

const sessionTypesStatement = statement<SessionType>(
  'session-types',
  `select id, name, kind, default_duration_minutes, is_active, position from session_types
   where organization_id = $1 order by position, id`,
);

/** An organization's own words for what is trained, in its order. */
export const listSessionTypes = (read: Read, organizationId: string): Promise<SessionType[]> =>
  read(sessionTypesStatement, [organizationId]);
