import { ApiError, messageOf } from '#platform/api/api-error.ts';

export type JoinOutcome =
  | { kind: 'already'; text: string }
  | { kind: 'failed'; text: string; detail?: string /** Trying again may help. */; retry: boolean };

const FAILED = 'Failed to process invite';

/** Section 8: what a refused join means for the member. */
export function joinOutcome(error: unknown, type: 'session' | 'friend'): JoinOutcome {
  const said = error instanceof ApiError ? messageOf(error.body) : undefined;
  if (error instanceof ApiError && error.status === 400) {
    if (said && /already/i.test(said))
      return {
        kind: 'already',
        text: type === 'session' ? "You're already in this session!" : "You're already friends!",
      };
    if (said && /full/i.test(said)) return { kind: 'failed', text: 'Session is full', retry: false };
    return { kind: 'failed', text: said ?? FAILED, retry: said === undefined };
  }
  const retry = !(error instanceof ApiError) || error.isTemporary;
  return { kind: 'failed', text: FAILED, detail: said, retry };
}
