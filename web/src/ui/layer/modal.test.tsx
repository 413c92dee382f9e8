import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Modal } from './modal.tsx';
import { useClosing } from './modal-parts.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A screen that can be turned, or resized as a browser window can. */
function stubScreen(width: number, height: number) {
  const size = { width, height };
  const listeners = new Set<() => void>();
  const matches = (query: string) =>
    [...query.matchAll(/min-(width|height): (\d+)(px|rem)/g)].every(
      ([, side, least, unit]) => size[side as 'width' | 'height'] >= Number(least) * (unit === 'rem' ? 16 : 1),
    );
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return matches(query);
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return (width = size.height, height = size.width) => {
    Object.assign(size, { width, height });
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

test.each([
  ['narrower', 1440, 500],
  ['wider', 500, 1440],
])('a form keeps what is written in it when the browser window gets %s', async (_, from, to) => {
  const resize = stubScreen(from, 900);
  const form = (open: boolean) => (
    <Modal open={open} onOpenChange={() => {}} title="Report">
      <textarea aria-label="What happened?" />
    </Modal>
  );
  const { rerender } = render(form(true));
  await userEvent.type(screen.getByRole('textbox'), 'Loud music');
  resize(to, 900);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Loud music');

  rerender(form(false));
  rerender(form(true));
  const isSheet = document.querySelector('[role=dialog]')?.className.includes('drawer') ?? false;
  expect(isSheet).toBe(to < 768);
});

test.each([
  ['window', 1440],
  ['sheet', 390],
])('a %s ignores the rest of the double click that opened it', (_, width) => {
  stubScreen(width, 844);
  const [onOpenChange, onBack] = [vi.fn(), vi.fn()];
  render(<Modal open onOpenChange={onOpenChange} onBack={onBack} title="Report" />);
  const scrim = document.querySelector('[data-base-ui-portal] > [role=presentation]');
  if (!scrim) throw new Error('Nothing lies between the window and the page.');
  const press = (target: Element, detail: number) => {
    fireEvent.pointerDown(target, { pointerType: 'mouse' });
    fireEvent.mouseDown(target);
    fireEvent.click(target, { detail });
  };
  const back = screen.getByRole('button', { name: 'Back' });
  press(back, 2);
  press(scrim, 2);
  expect(onBack).not.toHaveBeenCalled();
  expect(onOpenChange).not.toHaveBeenCalled();
  press(back, 1);
  press(back, 2);
  expect(onBack).toHaveBeenCalledTimes(2);
  press(scrim, 1);
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

test('a layer ignores the second tap of the double tap that opened it', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const [onOpenChange, cancel] = [vi.fn(), vi.fn()];
  const { result: close } = renderHook(() => useClosing({ open: true, onOpenChange }));
  const tap = () => close.current(false, { reason: 'outside-press', event: new Event('touchend'), cancel });
  clock.mockReturnValue(1200);
  tap();
  expect(cancel).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
  clock.mockReturnValue(1500);
  tap();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
