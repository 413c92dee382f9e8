import { endpoints } from '@spotter/contract';
import { notificationsFeature } from '@spotter/server/features/notifications/index.ts';
import { sessionsFeature } from '@spotter/server/features/sessions/index.ts';
import { usersFeature } from '@spotter/server/features/users/index.ts';
import type { Read } from '@spotter/server/platform/db/reads.ts';
import type { FloorRead } from '../floor/floor.ts';
import { statementOf } from '../floor/overhear.ts';
import type { Person } from '../signed-in.ts';

export type HotRead = {
  name: FloorRead;
  title: string;
  path: string;
  /** Calls the server's own handler with a `read` that only records. */
  ask(read: Read, caller: Person['caller']): Promise<unknown>;
};

export const hotReads: HotRead[] = [
  {
    name: 'me',
    title: 'GET /users/me/',
    path: '/api/v1/users/me/',
    ask: (read, caller) => usersFeature.routes.getMe({ read, caller } as never),
  },
  {
    name: 'sessions',
    title: 'GET /sessions/ (30)',
    path: '/api/v1/sessions/',
    ask: (read, caller) =>
      sessionsFeature.routes.listSessions(
        { read, caller, zone: null } as never,
        { query: endpoints.listSessions.query.parse({}) } as never,
      ),
  },
  {
    name: 'unread',
    title: 'GET /notifications/unread-count/',
    path: '/api/v1/notifications/unread-count/',
    ask: (read, caller) => notificationsFeature.routes.getUnreadCount({ read, caller } as never),
  },
];

/** One statement text for all members, with each member's values. */
export const statementFor = (read: HotRead, people: Person[]) =>
  statementOf(people, (listening, { caller }) => read.ask(listening, caller));
