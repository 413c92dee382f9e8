import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { SessionTypesPage } from '#routes/admin/session-types-page.tsx';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';

const type = (id: string, name: string, upcoming_sessions = 0) => ({
  id,
  name,
  kind: 'strength',
  default_duration_minutes: 60,
  is_active: true,
  position: 0,
  upcoming_sessions,
});

let stored: { results: ReturnType<typeof type>[]; version: string };
let isOutdated: boolean;
let role: string;
let requests: ReturnType<typeof signIn>;
const put = () => requests.find(({ method }) => method === 'PUT')?.body as { session_types: object[]; version: string };

beforeEach(() => {
  stored = { results: [type('a', 'Strength', 3), type('b', 'Yoga'), type('c', 'Cardio')], version: 'one' };
  isOutdated = false;
  role = 'org_admin';
  requests = signIn(
    () => person({ id: 'olga', first_name: 'Olga', role }),
    ({ method, path, body }) => {
      if (!path.includes('/session-types/')) return undefined;
      if (method === 'PUT' && isOutdated)
        return Response.json(
          { error: 'Someone else changed this in the meantime.', code: 'changed_meanwhile' },
          { status: 409 },
        );
      if (method === 'PUT')
        stored = { results: (body as { session_types: ReturnType<typeof type>[] }).session_types, version: 'two' };
      return Response.json(stored);
    },
  );
});

const open = async () => {
  renderAt(
    '/types',
    <Route
      path="/types"
      element={
        <SignedIn>
          <SessionTypesPage />
        </SignedIn>
      }
    />,
  );
  await screen.findByRole('list', { name: 'Session types' });
};
const names = () => screen.getAllByPlaceholderText<HTMLInputElement>('Name').map(({ value }) => value);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('puts types in order by keyboard and stores them together', async () => {
  await open();
  fireEvent.keyDown(screen.getByRole('button', { name: /^Move Cardio/ }), { key: 'ArrowUp' });
  expect(names()).toEqual(['Strength', 'Cardio', 'Yoga']);
  screen.getByText('Cardio is now number 2 of 3');
  press('Remove Yoga');
  press('Save changes');
  await waitFor(() => expect(put().version).toBe('one'));
  expect(put().session_types).toMatchObject([{ id: 'a' }, { id: 'c' }]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true),
  );
});

test('asks before it goes back to the default types', async () => {
  await open();
  press('Reset to defaults');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  press('Keep mine');
  press('Reset to defaults');
  press('Reset types');
  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
});

test('says what is in use, which cannot be removed', async () => {
  await open();
  screen.getByText('3 upcoming sessions use it');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Strength is in use' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: 'Strength can be chosen' }));
  screen.getByText('3 upcoming sessions use it. They stay; no one can choose it for new ones.');
});

test('keeps the changes when somebody else was faster, until theirs are asked for', async () => {
  await open();
  isOutdated = true;
  press('Remove Yoga');
  press('Save changes');
  await screen.findByText(/^Someone else changed this in the meantime\./);
  expect(names()).toEqual(['Strength', 'Cardio']);
  stored = { ...stored, results: [type('a', 'Lifting', 3)], version: 'three' };
  press('Show theirs');
  await waitFor(() => expect(names()).toEqual(['Lifting']));
});

test('can only be read by the admin of a gym', async () => {
  role = 'gym_admin';
  await open();
  screen.getByText("Your organization's admins can change these.");
  screen.getByText('Strength · 60 minutes · 3 upcoming sessions use it');
  expect(screen.queryByPlaceholderText('Name')).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Add|Save|Move|Remove)/ })).toBeNull();
});

test('says beside a field what keeps the list from being saved', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Name of number 2'), { target: { value: ' strength' } });
  fireEvent.change(screen.getByLabelText('Minutes of Cardio'), { target: { value: '5' } });
  press('Save changes');
  await screen.findAllByText('Give each its own name');
  screen.getByText('10 to 480');
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  press('Discard');
  expect(names()).toEqual(['Strength', 'Yoga', 'Cardio']);
  expect(screen.queryByText('10 to 480')).toBeNull();
});
