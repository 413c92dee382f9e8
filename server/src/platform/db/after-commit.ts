/**
 * Something to tell other processes when the transaction has committed. PostgreSQL's own NOTIFY inside a transaction makes
 * all such commits wait for each other's write to disk. Sent afterwards, no commit waits. Notices lost when a process dies
 * in between are found by the listeners, which also poll.
 */
export type Notice = { channel: string; payload: string };

/** The last columns of a statement that tells other processes something, once and only if its transaction has committed. */
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
