import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { UsersPage } from '#routes/admin/users-page.tsx';
import { person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import type { Account } from './accounts.queries.ts';

const gym = { id: 'north', name: 'North', address: '', timezone: 'UTC' };
const account = (more: Partial<Account>): Account => ({
  id: 'ana',
  first_name: 'Ana',
  last_name: 'Alvarez',
  avatar_url: null,
  avatar_color: '#7C3AED',
  fitness_level: null,
  email: 'ana@gym.example',
  email_verified: true,
  role: 'regular_user',
  phone: '0412',
  is_active: true,
  onboarding_completed: true,
  is_set_up: true,
  default_gym: null,
  gyms: [{ id: 'north', name: 'North' }],
  managed_gym_ids: [],
  sessions_last_30_days: 4,
  last_seen_at: null,
  can_manage: true,
  version: 'first',
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});

let accounts: Account[];
let requests: ReturnType<typeof signIn>;
let answers: Record<string, (body: unknown) => Response>;
const sent = (call: string) =>
  requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === call).map(({ body }) => body);

beforeEach(() => {
  accounts = [account({}), account({ id: 'ben', first_name: 'Ben', last_name: 'Brandt', is_set_up: false })];
  const olga = person({
    id: 'olga',
    first_name: 'Olga',
    role: 'org_admin',
    accessible_gyms: [gym as never, { ...gym, id: 'south', name: 'South' } as never],
    managed_gym_ids: ['north', 'south'],
  });
  answers = {
    'GET /admin/users/': () => Response.json({ count: accounts.length, next: null, previous: null, results: accounts }),
  };
  requests = signIn(
    () => olga,
    ({ method, path, body }) => answers[`${method} ${path.split('?')[0]}`]?.(body),
  );
});

const open = async (address = '/users') => {
  renderAt(
    address,
    <Route
      path="/users"
      element={
        <SignedIn>
          <UsersPage />
        </SignedIn>
      }
    />,
  );
  return within(await screen.findByRole('list', { name: 'Users' }));
};
const choose = async (name: string, action: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: `Options for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
};

test('shows who is there, and takes the filters from the address', async () => {
  const list = await open('/users?search=a&state=waiting&location=north');
  list.getByText('Waiting for setup');
  list.getAllByText('4 sessions');
  const asked = requests.find(({ path }) => path.startsWith('/admin/users/?'));
  expect(asked?.path).toContain('search=a');
  expect(asked?.path).toContain('is_set_up=false');
  expect(asked?.path).toContain('gym_id=north');
});

test('adds a person at a chosen location, and says that a setup code is on its way', async () => {
  const user = userEvent.setup();
  await open();
  answers['POST /admin/users/'] = () => Response.json(account({ id: 'new', first_name: 'Nia' }), { status: 201 });
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }));
  await user.type(dialog.getByLabelText('First name'), 'Nia');
  await user.type(dialog.getByLabelText('Last name'), 'New');
  await user.type(dialog.getByLabelText('Email'), 'nia@gym.example');
  await user.click(dialog.getByRole('button', { name: 'Add and send setup code' }));
  await dialog.findByText('Choose where they train');
  await user.click(dialog.getByLabelText('South'));
  await user.click(dialog.getByRole('button', { name: 'Add and send setup code' }));
  await screen.findByText('Nia Alvarez is added');
  expect(sent('POST /admin/users/')).toEqual([
    { first_name: 'Nia', last_name: 'New', email: 'nia@gym.example', role: 'regular_user', gym_ids: ['south'] },
  ]);
});

test('keeps what was typed when another admin was faster, and saves on the second try', async () => {
  await open();
  answers['PATCH /admin/users/ana/'] = (body) =>
    (body as { version: string }).version === 'first'
      ? Response.json(
          { error: 'Changed.', code: 'changed_meanwhile', current: account({ phone: '0999', version: 'second' }) },
          { status: 409 },
        )
      : Response.json(account({ last_name: 'Reyes' }));
  const { user, dialog } = await choose('Ana Alvarez', 'Edit details');
  const name = dialog.getByLabelText('Last name');
  await user.clear(name);
  await user.type(name, 'Reyes');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/Phone: 0999/);
  expect(dialog.getByLabelText('Last name')).toHaveProperty('value', 'Reyes');
  expect(dialog.getByLabelText(/^Phone/)).toHaveProperty('value', '0999');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Ana Reyes is saved');
  expect(sent('PATCH /admin/users/ana/').at(-1)).toMatchObject({
    last_name: 'Reyes',
    phone: '0999',
    version: 'second',
  });
});

test('says what a change of role and locations will do before it is saved', async () => {
  await open();
  const { user, dialog } = await choose('Ana Alvarez', 'Role and locations');
  await user.click(dialog.getByLabelText(/^Location admin/));
  dialog.getByText(/manages no location yet/);
  await user.click(within(dialog.getByRole('group', { name: 'May train at' })).getByLabelText('North'));
  dialog.getByText(/won't see sessions at North anymore/);
});

test('counts what others lose, and deletes only after the name is typed', async () => {
  await open();
  const none = { hosted_sessions: 1, ending_sessions: 0, spots: 3, waitlists: 0, groups: 0, friends: 0, messages: 0 };
  answers['GET /admin/users/ana/deletion-effects/'] = () => Response.json(none);
  answers['DELETE /admin/users/ana/'] = () => {
    accounts = accounts.slice(1);
    return new Response(null, { status: 204 });
  };
  const { user, dialog } = await choose('Ana Alvarez', 'Delete');
  await dialog.findByText('1 upcoming session gets a new host');
  dialog.getByText('3 spots in sessions become free');
  expect(dialog.getByRole('button', { name: 'Delete account' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByLabelText('Type Ana to confirm'), 'ana');
  await user.click(dialog.getByRole('button', { name: 'Delete account' }));
  await waitFor(() => expect(screen.queryByText('Ana Alvarez')).toBeNull());
});

test('takes a deactivation back', async () => {
  const list = await open();
  answers['PATCH /admin/users/ana/'] = (body) => {
    accounts = [account(body as Partial<Account>)];
    return Response.json(accounts[0]);
  };
  const { user, dialog } = await choose('Ana Alvarez', 'Deactivate');
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  await list.findByText('Deactivated');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('PATCH /admin/users/ana/')).toEqual([{ is_active: false }, { is_active: true }]));
});

test('changes all that match part by part, names who was left out, and takes it back', async () => {
  const user = userEvent.setup();
  await open();
  const bulk: object[] = [];
  answers['POST /admin/users/bulk/'] = (body) => {
    bulk.push(body as object);
    const { action, after } = body as { action: string; after?: string };
    if (action === 'activate') return Response.json({ handled: 1, changed_ids: ['ana'], failed: [], next: null });
    return after
      ? Response.json({
          handled: 1,
          changed_ids: [],
          failed: [{ user: accounts[1], reason: 'Is an admin' }],
          next: null,
        })
      : Response.json({ handled: 1, changed_ids: ['ana'], failed: [], next: 'ana' });
  };
  await user.click(screen.getByLabelText('Select Ana Alvarez'));
  await user.click(screen.getByRole('button', { name: 'Select all 2' }));
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
  const dialog = within(await screen.findByRole('dialog', { name: '1 person deactivated' }));
  expect(dialog.getByRole('listitem').textContent).toBe('Ben Brandt: Is an admin');
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('dialog', { name: '1 person activated' });
  expect(bulk).toEqual([
    { action: 'deactivate', selection: { matching: {} } },
    { action: 'deactivate', selection: { matching: {} }, after: 'ana' },
    { action: 'activate', selection: { ids: ['ana'] } },
  ]);
});

test('goes on where a bulk change was cut off, with the same key, and undoes all of it', async () => {
  const user = userEvent.setup();
  await open();
  let isCut = true;
  answers['POST /admin/users/bulk/'] = (body) => {
    const { after } = body as { after?: string };
    if (!after) return Response.json({ handled: 1, changed_ids: ['ana'], failed: [], next: 'ana' });
    if (isCut) return Response.json({ error: 'Busy.', code: 'unavailable' }, { status: 503 });
    return Response.json({ handled: 1, changed_ids: ['ben'], failed: [], next: null });
  };
  await user.click(screen.getByLabelText('Select Ana Alvarez'));
  await user.click(screen.getByRole('button', { name: 'Select all 2' }));
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
  await screen.findByText('Stopped after 1 of 2 people');
  isCut = false;
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const dialog = within(await screen.findByRole('dialog', { name: '2 people deactivated' }));
  const [first, cut, again] = requests.filter(({ path }) => path === '/admin/users/bulk/').map(({ key }) => key);
  expect([cut === again, first === cut, cut === null]).toEqual([true, false, false]);
  answers['POST /admin/users/bulk/'] = () =>
    Response.json({ handled: 2, changed_ids: ['ana', 'ben'], failed: [], next: null });
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('dialog', { name: '2 people activated' });
  expect(sent('POST /admin/users/bulk/').at(-1)).toEqual({ action: 'activate', selection: { ids: ['ana', 'ben'] } });
});

test('lets an admin give up their own role after choosing their locations', async () => {
  accounts = [account({ role: 'org_admin', version: 'first' })];
  await open();
  const changes: unknown[] = [];
  for (const call of ['PUT /admin/users/ana/gym_access/', 'PUT /admin/users/ana/role/'])
    answers[call] = (body) => {
      changes.push([call, body]);
      return Response.json(account({ role: 'org_admin', version: `after ${changes.length}` }));
    };
  const { user, dialog } = await choose('Ana Alvarez', 'Role and locations');
  await user.click(dialog.getByLabelText(/^Member/));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes).toEqual([
    ['PUT /admin/users/ana/gym_access/', { gym_ids: ['north'], managed_gym_ids: [], version: 'first' }],
    ['PUT /admin/users/ana/role/', { role: 'regular_user', version: 'after 1' }],
  ]);
});

test('goes to the last page from one that is gone, and ignores filters that name nothing', async () => {
  answers['GET /admin/users/'] = () => {
    const { path } = requests.at(-1)!;
    const results = path.includes('page=3') ? [] : accounts;
    return Response.json({ count: 27, next: null, previous: null, results });
  };
  await open('/users?page=3&location=closed&role=captain');
  await screen.findByText('Page 2 of 2');
  expect(requests.filter(({ path }) => /gym_id|role=/.test(path))).toEqual([]);
});

test('says what a chosen password does: a link for a member who was here, the way in for one who never was', async () => {
  await open();
  const setPassword = async (name: string) => {
    const { user, dialog } = await choose(name, 'Reset password');
    dialog.getByText(/We'll email them to say it was you/);
    const words = dialog.getByText(/own/).textContent;
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return words;
  };
  expect(await setPassword('Ana Alvarez')).toContain("It won't open their account");
  expect(await setPassword('Ben Brandt')).toBe("Give it to them in person. They'll set their own next.");
});
