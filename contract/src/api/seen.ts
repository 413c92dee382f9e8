/**
 * Where standbys of the database answer some reads, every answer says in this header how new the state is that it shows. A client
 * sends back the greatest value it has got, and is never shown an older state. Live streams say the same in `seen` events.
 */
export const SEEN_HEADER = 'x-seen';
