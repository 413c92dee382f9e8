type Spots = { max_participants: number; current_participants: number; waitlist_count: number };

/**
 * Spots anyone may take: free and not owed to the waitlist, whose members with an open offer count too. The server's
 * `availableSpotsSql` says the same; `available-spots.property.api.test.ts` holds the two together.
 */
export const availableSpots = ({ max_participants, current_participants, waitlist_count }: Spots): number =>
  Math.max(0, max_participants - current_participants - waitlist_count);
