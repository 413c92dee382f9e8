import type { Crowd } from './crowded-world.ts';
import { startOthers } from './other-members.ts';
import { bearer, type FaultCall } from './send.ts';

/** Eight members make a call every 25 ms together: each five in a second, which is a lot for one who reads. */
const EVERY_MS = 25;

/** Members of the same and of another organization, who read their lists, write to a friend and join a session. */
export const ordinaryMembers = ({ world, quiet }: Crowd) =>
  startOthers({
    url: world.url(),
    everyMs: EVERY_MS,
    people: quiet.map(({ token, conversation, session }) => {
      const call = (method: string, path: string, body?: object): FaultCall => ({
        method,
        path: `/api/v1${path}`,
        headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return [
        call('GET', '/users/me/'),
        call('GET', '/sessions/'),
        call('GET', '/notifications/unread-count/'),
        call('GET', '/conversations/'),
        call('GET', `/conversations/${conversation}/messages/`),
        call('POST', `/conversations/${conversation}/send_message/`, { content: 'See you at six?' }),
        call('GET', `/sessions/${session}/`),
        call('POST', `/sessions/${session}/join/`, { scope: 'this' }),
        call('GET', '/notifications/'),
        call('POST', `/sessions/${session}/leave/`, { scope: 'this' }),
        call('GET', '/home/'),
        call('GET', '/friends/'),
      ];
    }),
  });
