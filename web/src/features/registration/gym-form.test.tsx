import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { carriedLook } from '#platform/theme/carried-look.ts';
import { type BackSteps, BackStepsContext } from '#ui/layer/back-steps.ts';
import { answerWith } from '../../testing/answers.ts';
import { DRAFT, storedStep } from './gym-draft.ts';
import { GymForm } from './gym-form.tsx';
import { emptyGym, type GymValues } from './gym-registration.ts';
import '../../testing/patience.ts';

// The rules load on first use, which takes a moment on a busy machine.
beforeAll(() => import('@spotter/contract/gyms/gyms.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const filled: GymValues = {
  ...emptyGym,
  organization_name: 'Iron Harbour',
  business_type: 'single',
  country: 'AU',
  business_phone: '+61 2 5550 1234',
  business_email: 'desk@iron.example',
  estimated_members: '51-200',
  location_name: 'Iron Harbour',
  business_address: '12 Wharf Road, Sydney NSW',
  owner_first_name: 'Olga',
  owner_last_name: 'Orlov',
  owner_email: 'olga@iron.example',
  terms_agreed: true,
};

function showAt(step: number, values: Partial<GymValues> = {}) {
  sessionStorage.setItem(`draft:${DRAFT}`, JSON.stringify({ ...filled, ...values }));
  storedStep.write(String(step));
  return show();
}
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <GymForm onRegistered={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const refuse = (details: Record<string, string[]>) =>
  answerWith(() => Response.json({ error: 'Please check.', code: 'validation_failed', details }, { status: 400 }));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const zone = () => screen.getByLabelText<HTMLInputElement>('Timezone').value;

test('shows a taken admin email at its field, in its step and in the banner', async () => {
  const taken = 'An account with this email already exists.';
  answerWith(() =>
    Response.json({ error: taken, code: 'email_taken', details: { owner_email: [taken] } }, { status: 409 }),
  );
  showAt(2, { gym_timezone: 'Australia/Sydney' });
  await press('Complete Registration');
  await waitFor(() => expect(screen.getAllByText(taken)).toHaveLength(2));
  expect(screen.getByText(/Step 3 of 3/)).toBeTruthy();
  const field = screen.getByLabelText('Admin email');
  expect([field, field.getAttribute('aria-invalid')]).toEqual([document.activeElement, 'true']);
  await userEvent.type(field, 'x');
  await waitFor(() => expect(screen.queryByText(taken)).toBeNull());
});

test('goes a step back and forward with the browser, and leaves the page only from the first', async () => {
  const open: { onBack: () => void; onForward: (() => boolean) | undefined }[] = [];
  const steps: BackSteps = {
    add: (onBack, _isPopup, onForward) => {
      const step = { onBack, onForward };
      open.push(step);
      return () => {
        if (open.includes(step)) open.splice(open.indexOf(step), 1);
      };
    },
    leave: (then) => then(),
  };
  const back = () => {
    const step = open.pop();
    act(() => step?.onBack());
    return step;
  };
  sessionStorage.setItem(`draft:${DRAFT}`, JSON.stringify(filled));
  storedStep.write('2');
  render(
    <BackStepsContext value={steps}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <GymForm onRegistered={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>
    </BackStepsContext>,
  );
  back();
  await screen.findByText(/Step 2 of 3/);
  const first = back();
  await screen.findByText(/Step 1 of 3/);
  expect(open).toEqual([]);
  act(() => expect(first?.onForward?.()).toBe(true));
  await screen.findByText(/Step 2 of 3/);
  expect(open).toHaveLength(1);
});

test('goes back to the step of a refused field and focuses it', async () => {
  refuse({ gym_name: ['This name is taken.'] });
  showAt(2, { gym_timezone: 'Australia/Sydney' });
  await press('Complete Registration');
  expect(await screen.findByText('This name is taken.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Organization name')));
});

test('shows an error without a field in the banner and keeps the step', async () => {
  refuse({ workout_types: ['Too many workout types.'] });
  showAt(2, { gym_timezone: 'Australia/Sydney' });
  await press('Complete Registration');
  expect(await screen.findByText('Too many workout types.')).toBeTruthy();
  expect(screen.getByText(/Step 3 of 3/)).toBeTruthy();
});

test('updates the zone with the address until the owner picks one', async () => {
  const { unmount } = showAt(1);
  await waitFor(() => expect(zone()).toContain('Sydney'));
  const address = screen.getByLabelText('Address');
  await userEvent.clear(address);
  await userEvent.type(address, '1 Hay Street, Perth WA');
  await waitFor(() => expect(zone()).toContain('Perth'));

  const picker = screen.getByLabelText('Timezone');
  await userEvent.clear(picker);
  await userEvent.type(picker, 'Brisbane');
  await userEvent.click(await screen.findByRole('option', { name: /Brisbane/ }));
  await press('Previous');
  await press('Next');
  await userEvent.type(await screen.findByLabelText('Address'), ' 6000');
  expect(zone()).toContain('Brisbane');
  unmount();
  await act(async () => show());
  await userEvent.type(screen.getByLabelText('Address'), ', Perth WA');
  expect(zone()).toContain('Brisbane');
});

const look = { ...defaultTheme, colors: { ...defaultTheme.colors, primary: '#0d9488' }, overrides: {} };

test('fills in what a visitor brings from a demo, and sends its look', async () => {
  carriedLook.write({ business_type: 'single', look });
  const requests = answerWith(() => Response.json({ success: true }, { status: 201 }));
  showAt(2, { gym_timezone: 'Australia/Sydney' });
  expect(screen.getByText('Your colors come along.')).toBeTruthy();
  await press('Complete Registration');
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ look: { colors: { primary: '#0d9488' } } }));
  await waitFor(() => expect(carriedLook.read()).toBeNull());
});

test('registers with the default look when the owner prefers it', async () => {
  carriedLook.write({ business_type: 'single', look });
  const requests = answerWith(() => Response.json({ success: true }, { status: 201 }));
  showAt(2, { gym_timezone: 'Australia/Sydney' });
  await press('Use the default look');
  await press('Complete Registration');
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ gym_name: 'Iron Harbour' }));
  expect(requests.at(-1)?.body).not.toHaveProperty('look');
});
