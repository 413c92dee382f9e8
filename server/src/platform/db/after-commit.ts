/**
 * Something to tell other processes when the transaction has committed. PostgreSQL's own NOTIFY inside a transaction makes
 * all such commits wait for each other's write to disk. Sent afterwards, no commit waits. Notices lost when a process dies
 * in between are found by the listeners, which also poll.
 */
export type Notice = { channel: string; payload: string };

/** The last columns of a statement that tells other processes something, once and only if its transaction has committed. */
export const noticeAfterCommit = (channel: string, payload: string) =>
  `${channel}::text as notice_channel, ${payload}::text as notice_payload`;
