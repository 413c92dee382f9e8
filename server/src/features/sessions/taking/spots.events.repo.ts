import { acceptedByCard, declinedByCard } from '#features/messages/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Answer = { organizationId: string; sessionId: string; userId: string };
const values = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid' } as const;
type Answered = { conversationId: string; senderId: string };

const acceptStatement = statement('accept-cards', values)<Answered>(acceptedByCard);
const declineStatement = statement('decline-cards', values)<Answered>(declinedByCard);

/** Accepts the message requests to a member that came with the session's card. */
export const acceptCards = (tx: Db, answer: Answer): Promise<Answered[]> => run(tx, acceptStatement, answer);

/** Declines them. */
export const declineCards = (tx: Db, answer: Answer): Promise<Answered[]> => run(tx, declineStatement, answer);
