/**
 * A notification to other processes after the commit. PostgreSQL's own NOTIFY inside a transaction makes all such
 * commits wait for each other's write to disk; sent afterwards, no commit waits. Listeners also poll, which finds
 * notifications lost when a process dies in between.
 */
export type Notice = { channel: string; payload: string };

/** The last columns of a statement that notifies other processes, once and only if its transaction commits. */
export const noticeAfterCommit = (channel: string, payload: string) =>
  `${channel}::text as notice_channel, ${payload}::text as notice_payload`;

/**
 * Sends notices in batches, one after the other. Those that come meanwhile wait for the next batch, where equal ones become
 * one: under load a busy organization costs one notice a batch, not one a commit.
 */
export function batchedNotices(sendBatch: (notices: Notice[]) => Promise<void>): (notices: readonly Notice[]) => void {
  const waiting = new Map<string, Notice>();
  let isSending = false;
  async function sendWaiting(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (waiting.size > 0) {
      const batch = [...waiting.values()];
      waiting.clear();
      await sendBatch(batch);
    }
    isSending = false;
  }
  return (notices) => {
    for (const notice of notices) waiting.set(`${notice.channel} ${notice.payload}`, notice);
    void sendWaiting();
  };
}
