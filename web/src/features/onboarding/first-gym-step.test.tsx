import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { FirstGymStep } from './first-gym-step.tsx';
import '../../testing/patience.ts';

test('returns to email verification when the server asks for it', async () => {
  answerWith(() =>
    Response.json({ error: 'Please verify your email first.', code: 'email_not_verified' }, { status: 403 }),
  );
  const [onVerify, onDone] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FirstGymStep
        businessType="single"
        gym={{ name: 'Dockside', address: '1 Wharf Road', zone: 'Australia/Brisbane', zonePicked: true }}
        onChange={() => {}}
        onBack={() => {}}
        onVerify={onVerify}
        onDone={onDone}
      />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Complete setup' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Please verify your email first.');
  await userEvent.click(screen.getByRole('button', { name: 'Verify email' }));
  expect(onVerify).toHaveBeenCalledOnce();
  expect(onDone).not.toHaveBeenCalled();
});
