import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A screen that can be turned. */
function stubScreen(width: number, height: number) {
  const size = { width, height };
  const listeners = new Set<() => void>();
  const matches = (query: string) =>
    [...query.matchAll(/min-(width|height): (\d+)px/g)].every(
      ([, side, least]) => size[side as 'width' | 'height'] >= Number(least),
    );
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return matches(query);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return () => {
    [size.width, size.height] = [size.height, size.width];
    act(() => {
      for (const listener of listeners) listener();
    });
  };
}

test('a sheet keeps what is written in it when the phone is turned', async () => {
  const turn = stubScreen(390, 844);
  render(
    <Modal open onOpenChange={() => {}} title="Report">
      <textarea aria-label="What happened?" />
    </Modal>,
  );
  await userEvent.type(screen.getByRole('textbox'), 'Loud music');
  turn();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Loud music');
  turn();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Loud music');
});
