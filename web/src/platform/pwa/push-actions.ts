import {
  type PushAction,
  type PushActionName,
  pushActionWords,
  tryInApp,
} from '@spotter/contract/notifications/push-message.ts';
import { messageOf, ownAnswer } from '#platform/api/api-error.ts';
import { iconsOf, type Opened } from './push-notification.ts';

/** A notification that tells how an action ended. */
type News = { title: string; options: NotificationOptions };

type Outcome = { isDone: boolean; news: News | null; unreadCount: number | null };

/**
 * Does what the member tapped in a notification, with the token that came with it. An action that failed is never silent:
 * a notification says why, keeps the words of a reply, and leads to the place.
 */
export async function takeAction(action: PushAction, opened: Opened, reply: string): Promise<Outcome> {
  const body = action.name === 'reply' ? { content: reply } : {};
  try {
    const answer = ownAnswer(
      await fetch(action.path, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Authorization: `Action ${action.token}`,
        },
        body: JSON.stringify(body),
      }),
    );
    const said = await answer.json().catch(() => null);
    // An old notification's token has expired. In the app it still works.
    const reason = answer.status === 401 ? undefined : messageOf(said);
    if (!answer.ok) return { isDone: false, news: failure(action.name, opened, reply, reason), unreadCount: null };
    const { done } = pushActionWords[action.name];
    return {
      isDone: true,
      news: done ? news(done, opened.title, opened) : null,
      unreadCount: typeof said?.unread_count === 'number' ? said.unread_count : null,
    };
  } catch {
    return { isDone: false, news: failure(action.name, opened, reply), unreadCount: null };
  }
}

const failure = (name: PushActionName, opened: Opened, reply: string, reason = tryInApp) =>
  news(pushActionWords[name].failed, [reply && `“${reply}”`, reason].filter(Boolean).join('\n'), opened);

/** Replaces the notification it is about. */
const news = (title: string, body: string, { id, url, brand, tag }: Opened): News => ({
  title,
  options: {
    body,
    tag,
    silent: true,
    ...iconsOf(brand),
    data: { id, url, brand, tag, title, actions: [] } satisfies Opened,
  },
});
