import { afterEach, expect, test, vi } from 'vitest';
import { takeAction } from './push-actions.ts';

const action = (name: 'join' | 'reply' | 'mark_read') => ({ name, title: '', path: `/api/v1/${name}/`, token: 'once' });
const opened = {
  id: 'n1',
  url: '/app?open=messages&id=7',
  brand: '/brand/iron',
  tag: 'n1',
  title: 'Ana invited you',
  actions: [],
};

function answer(response: () => Response | Promise<Response>) {
  const fetch = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(response()));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test("calls with the push's own token, and says that it worked", async () => {
  const fetch = answer(() => Response.json({ id: 's1' }));
  const { news } = await takeAction(action('join'), opened, '');
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/v1/join/');
  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('Authorization')).toBe('Action once');
  expect(news).toMatchObject({ title: "You're in", options: { tag: 'n1', silent: true, data: { url: opened.url } } });
});

test('is quiet when a notification was marked read, and counts what is left', async () => {
  answer(() => Response.json({ unread_count: 2 }));
  expect(await takeAction(action('mark_read'), opened, '')).toEqual({ isDone: true, news: null, unreadCount: 2 });
});

test('keeps the words of a reply that was not sent, and leads to the chat', async () => {
  for (const failing of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => new Response('<html>Hotel</html>', { headers: { 'Content-Type': 'text/html' } }),
    () => Response.json({ error: 'ended' }, { status: 401 }),
  ]) {
    answer(failing);
    const { isDone, news } = await takeAction(action('reply'), opened, 'Seven it is');
    expect(isDone).toBe(false);
    expect(news?.title).toBe("Your reply wasn't sent");
    expect(news?.options.body).toBe('“Seven it is”\nTap to try again in the app.');
    expect(news?.options.data).toMatchObject({ url: opened.url });
  }
});

test("says the server's reason when the session filled up meanwhile", async () => {
  answer(() => Response.json({ error: 'This session is full.', code: 'session_full' }, { status: 409 }));
  const { news } = await takeAction(action('join'), opened, '');
  expect([news?.title, news?.options.body]).toEqual(["Couldn't join", 'This session is full.']);
});
