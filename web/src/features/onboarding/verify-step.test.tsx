import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VerifyStep } from './verify-step.tsx';

const calls: { url: string; body: unknown }[] = [];
let answer: (url: string) => Response;
const onVerified = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  calls.length = 0;
  onVerified.mockClear();
  answer = () => Response.json({ email_verified: true });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, body: init.body ? JSON.parse(String(init.body)) : undefined });
    return answer(url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const show = (codeSentAt = ago(3600)) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerifyStep email="olga@iron.example" codeSentAt={codeSentAt} onVerified={onVerified} />
    </QueryClientProvider>,
  );
const field = () => screen.getByLabelText<HTMLInputElement>('Verification code');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('submits a pasted code, confirms it, and continues after 1.5 seconds', async () => {
  show();
  paste(' 123-456 ');
  await pass(50);
  expect(calls).toEqual([{ url: expect.stringContaining('/auth/verify-email-code/'), body: { code: '123456' } }]);
  expect(screen.getByText('Email Verified')).toBeTruthy();
  await pass(1400);
  expect(onVerified).not.toHaveBeenCalled();
  await pass(150);
  expect(onVerified).toHaveBeenCalledOnce();
});

test('sends nothing for letters or five digits', async () => {
  show();
  type('12ab34');
  await pass(50);
  expect(field().value).toBe('1234');
  expect(calls).toHaveLength(0);
});

test('reports a wrong code and clears the field', async () => {
  answer = () => new Response('', { status: 502 });
  show();
  type('000000');
  await pass(50);
  expect(screen.getByText('Invalid verification code. Please try again.')).toBeTruthy();
  expect(field().value).toBe('');
  expect(onVerified).not.toHaveBeenCalled();
});

test.each([
  [3, 'Invalid verification code. Please try again. 3 tries left.'],
  [1, 'Invalid verification code. Please try again. 1 try left.'],
  [0, 'This code no longer works. Resend it to get a new one.'],
])('says that a code has %i tries left', async (tries_left, text) => {
  const error = 'Invalid verification code. Please try again.';
  answer = () => Response.json({ error, code: 'verification_code_invalid', tries_left }, { status: 400 });
  show();
  type('000000');
  await pass(50);
  expect(screen.getByText(text)).toBeTruthy();
});

test('allows a new code once a minute with a countdown', async () => {
  answer = () => new Response(null, { status: 202 });
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Resend code' }));
  await pass(50);
  expect(screen.getByText('You can resend the code in 60 s.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resend code' })).toBeNull();
  await pass(30_000);
  expect(screen.getByText('You can resend the code in 30 s.')).toBeTruthy();
  await pass(30_500);
  expect(screen.getByRole('button', { name: 'Resend code' })).toBeTruthy();
});

test('counts the cooldown from the registration email', () => {
  show(ago(20));
  expect(screen.getByText(/You can resend the code in (39|40|41) s\./)).toBeTruthy();
});
