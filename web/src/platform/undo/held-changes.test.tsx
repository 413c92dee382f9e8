import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, sendHeldChanges, UNDO_MS } from './held-changes.ts';

beforeEach(() => vi.restoreAllMocks());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the second tap of a double tap does not answer the row that moved up', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const sent: string[] = [];
  const accept = (id: string) =>
    hold({ id, list: 'friend-requests', title: `Accepted ${id}`, send: async () => sent.push(id) });
  accept('first');
  clock.mockReturnValue(1250);
  accept('second');
  clock.mockReturnValue(1800);
  accept('third');
  await sendHeldChanges();
  expect(sent).toEqual(['first', 'third']);
});

test('says that a call failed, and reads the list again', async () => {
  const told = vi.spyOn(toasts, 'error');
  const readAnew = vi.fn(async () => {});
  const send = () => Promise.reject(new Error('Lost'));
  hold({ id: 'note', list: 'notes', title: 'Note deleted', send, failureText: "Couldn't delete the note.", readAnew });
  await sendHeldChanges();
  expect(told).toHaveBeenCalledExactlyOnceWith("Couldn't delete the note.");
  expect(readAnew).toHaveBeenCalledOnce();
});

test('sends what is held when the app goes to the background, which a phone may then end', () => {
  const send = vi.fn(async () => {});
  hold({ id: 'friend', list: 'friends', title: 'Removed Ben', send });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send).not.toHaveBeenCalled();
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send).toHaveBeenCalledOnce();
});

test('waits until its toast has gone, which stays while the reader is on Undo', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  render(<Toaster />);
  const send = vi.fn(async () => {});
  act(() => hold({ id: 'ben', list: 'friends', title: 'Removed Ben', send }));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  pass(UNDO_MS - 1000);
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  pass(60_000);
  expect(send).not.toHaveBeenCalled();
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
  pass(1000);
  // It can still be tapped while it leaves.
  expect(send).not.toHaveBeenCalled();
  pass(160);
  expect(send).toHaveBeenCalledOnce();
});

test('is sent although the pointer was left on its toast', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  render(<Toaster />);
  const send = vi.fn(async () => {});
  act(() => hold({ id: 'tilly', list: 'invitations', title: 'Inviting Tilly', send }));
  fireEvent.mouseOver(screen.getByRole('button', { name: 'Undo' }));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  pass(UNDO_MS + 1000);
  expect(send).not.toHaveBeenCalled();
  pass(30_000);
  pass(UNDO_MS);
  pass(160);
  expect(send).toHaveBeenCalledOnce();
});
