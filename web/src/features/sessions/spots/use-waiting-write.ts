import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useWaiting } from '#platform/outbox/use-outbox.ts';
import { sessionScope } from '../cache/writes-answered.ts';

/** The reader's next write to a session that waits for the network; messages show it themselves. */
export function useWaitingWrite(sessionId: string) {
  const waiting = useWaiting().find(
    ({ scope, name }) => scope === sessionScope(sessionId) && name !== 'sendSessionMessage',
  );
  return waiting && { ...waiting, cancel: () => outbox.remove(waiting.id) };
}
