import { expect, test } from 'vitest';
import { castPassword } from '../../../server/src/testing/cast.ts';
import type { Client } from '../../../server/src/testing/client.ts';
import { notificationsQuery, unreadCountQuery } from '../../../web/src/features/notifications/notifications.queries.ts';
import { myLoginsQuery, myPreferencesQuery } from '../../../web/src/features/users/users.queries.ts';
import { api } from '../../../web/src/platform/api/api.ts';
import { loginKeys } from '../../../web/src/platform/api/login-keys.ts';
import { fetchedAnew, openTab, patient, settled, useServer } from './live-tab.ts';

const server = useServer();

/** The queries on a tab's screen, so a stale one is read again. */
const shown = () => [
  { queryKey: loginKeys.me, queryFn: () => api.getMe() },
  { queryKey: loginKeys.gymConfig, queryFn: () => api.getGymConfig() },
  myPreferencesQuery(),
  myLoginsQuery(),
  unreadCountQuery(),
  notificationsQuery(),
];

type Change = {
  what: string;
  by: (other: Client, same: Client) => Promise<unknown>;
  says: string;
  who?: 'ana' | 'ben';
};

/** Changes to a member's own tab: made on another device (`other`), or in a tab of the same sign-in (`same`). */
const changes: Change[] = [
  {
    what: 'a new name',
    says: 'me.updated',
    by: (other) => other.updateMe({ body: { first_name: 'Annie', bio: 'Deadlifts.' } }),
  },
  {
    what: 'another default gym and zone',
    says: 'me.updated',
    by: (other) => other.updateMe({ body: { default_gym_id: null, timezone: 'Europe/Lisbon' } }),
  },
  {
    what: 'notification switches',
    says: 'me.updated',
    by: (other) => other.updateMyPreferences({ body: { notifications: { message: { push: false, email: true } } } }),
  },
  {
    what: 'a new password, which ends other sign-ins',
    says: 'me.updated',
    // Another member's account, because another change signs Ana in with her password.
    who: 'ben',
    by: (_other, same) =>
      same.changePassword({ body: { current_password: castPassword, new_password: 'kettle bell nine' } }),
  },
  {
    what: 'another gym',
    says: 'me.updated',
    by: (other) => other.switchGym({ body: { gym_id: server().cast.gyms.fremantle } }),
  },
  {
    what: 'signing in somewhere else',
    says: 'me.updated',
    by: () => server().visitor.login({ body: { email: server().cast.ana.email, password: castPassword } }),
  },
  { what: 'the end of another sign-in', says: 'login.ended', by: (other) => other.logout({ body: {} }) },
];

for (const { what, by, says, who = 'ana' } of changes)
  test(`after ${what}: a listening tab matches a new tab`, async () => {
    const app = server();
    const { cast, db } = app;
    const person = cast[who];
    await db
      .insertInto('user_gyms')
      .values({ organization_id: cast.organizations.ironHarbour, user_id: person.id, gym_id: cast.gyms.fremantle })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const other = await app.as(person);
    const mine = await app.tokenFor(person);
    const tab = await openTab(mine, shown);
    const before = tab.state();
    await by(other, app.with(mine));
    await expect.poll(() => tab.seen, patient).toContain(says);
    await settled(tab.queryClient);
    const heard = tab.state();
    expect(heard).toEqual(await fetchedAnew(shown));
    expect(heard).not.toEqual(before);
    tab.close();
  });
