import type { Db } from '#platform/db/connect.ts';
import { run, send, statement } from '#platform/db/statement.ts';
import { availableSpotsSql } from '../sessions.read.ts';

type Spot = { organizationId: string; sessionId: string; userId: string };
const spotValues = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid' } as const;

const standingStatement = statement(
  'guests-standing',
  spotValues,
)<{ limit: number; available: number; before: (string | null)[] }>(
  `select s.guests_per_member as limit, ${availableSpotsSql} as available, p.guest_names as before
  from sessions s join session_participants p on p.organization_id = s.organization_id and p.session_id = s.id
    and p.user_id = $userId
  where s.organization_id = $organizationId and s.id = $sessionId`,
);

/** A participant's guests, how many they may bring, and how many spots anyone may take. */
export async function readGuests(tx: Db, spot: Spot) {
  const [row] = await run(tx, standingStatement, spot);
  return row!;
}

const bringStatement = statement('bring-guests', { ...spotValues, names: 'text[]' })(
  `update session_participants set guest_names = array(
    select nullif(name, '') from unnest($names) with ordinality as given (name, place) order by place)
  where organization_id = $organizationId and session_id = $sessionId and user_id = $userId`,
);

/** A guest without a name is an empty text. */
export const setGuests = (tx: Db, spot: Spot, names: readonly string[]): void =>
  send(tx, bringStatement, { ...spot, names });
