/** What the server sends to a browser, encrypted for it alone. */
export type PushMessage = {
  /** The member it is for. A browser in which somebody else signed in since, or nobody, shows none of it. */
  to: string;
  /** The notification to mark read when it is tapped; null for a summary of several. */
  id: string | null;
  title: string;
  body: string;
  /** The app's path to open. */
  url: string;
  /** Where the icons of its gym are. */
  brand: string;
  /** A push replaces an earlier one with the same tag. */
  tag: string;
  unread_count: number;
  /** When the member's quiet hours begin: a push that arrives later is shown without a sound. */
  silent_from: string | null;
  /** What can be done from the notification, while the app is closed. */
  actions: PushAction[];
};

/** A POST call that its token allows, once: `Authorization: Action <token>`. A reply sends its text as `content`. */
export type PushAction = { name: PushActionName; title: string; path: string; token: string };

export type PushActionName = 'join' | 'claim' | 'on_my_way' | 'reply' | 'mark_read';

/** What the member reads on a button and after it; without `done` a success shows in the app alone. */
export const pushActionWords: Record<PushActionName, { title: string; done?: string; failed: string }> = {
  join: { title: 'Join', done: "You're in", failed: "Couldn't join" },
  claim: { title: 'Claim spot', done: 'The spot is yours', failed: "Couldn't claim the spot" },
  on_my_way: { title: 'On my way', failed: "Couldn't tell the others" },
  reply: { title: 'Reply', failed: "Your reply wasn't sent" },
  mark_read: { title: 'Mark read', failed: "Couldn't mark it read" },
};

/** Why an action failed, when the server gave no reason. */
export const tryInApp = 'Tap to try again in the app.';
