import { areBlocked } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { proposalAnswered, proposalCreated } from './proposals.events.ts';
import * as repo from './proposals.repo.ts';

type HandOver = { organizationId: string; sessionId: string; from: string; to: string };

/**
 * Hands open proposals to a session's new host. Proposals by either host are withdrawn (the new host can change the
 * time directly), and so are proposals from members the new host has blocked or is blocked by. Call it under the
 * session's row lock.
 */
export async function handOverProposals(tx: Db, { organizationId, sessionId, from, to }: HandOver): Promise<void> {
  const open = await repo.openProposals(tx, organizationId, sessionId);
  for (const { id, proposer_id: proposer, answerer_id: answerer } of open) {
    const goesOn =
      answerer === from && proposer !== to && !(await areBlocked(tx, { organizationId, one: proposer, other: to }));
    if (goesOn) {
      await repo.setAnswerer(tx, organizationId, id, to);
      await proposalCreated(tx, { organizationId, id });
    } else {
      await repo.close(tx, organizationId, id, 'withdrawn');
      await proposalAnswered(tx, { organizationId, id });
    }
  }
}

type Leaving = { organizationId: string; sessionId: string; userId: string };

/** Closes the open proposals of a member who leaves. Call it under the session's row lock. */
export async function withdrawProposals(tx: Db, { organizationId, sessionId, userId }: Leaving): Promise<void> {
  for (const { id, ...between } of await repo.openProposals(tx, organizationId, sessionId)) {
    if (between.proposer_id !== userId && between.answerer_id !== userId) continue;
    await repo.close(tx, organizationId, id, 'withdrawn');
    await proposalAnswered(tx, { organizationId, id });
  }
}
