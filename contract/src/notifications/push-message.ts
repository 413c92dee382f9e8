/** What the server sends to a browser, encrypted for it alone. */
export type PushMessage = {
  /** The notification to mark read when it is tapped; null for a summary of several. */
  id: string | null;
  title: string;
  body: string;
  /** The app's path to open. */
  url: string;
  /** A push replaces an earlier one with the same tag. */
  tag: string;
  unread_count: number;
  /** When the member's quiet hours begin: a push that arrives later is shown without a sound. */
  silent_from: string | null;
};
