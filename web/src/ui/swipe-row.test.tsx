import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SwipeRow } from './swipe-row.tsx';

const [onLeft, onRight, onTap] = [vi.fn(), vi.fn(), vi.fn()];
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  for (const heard of [onLeft, onRight, onTap]) heard.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function show() {
  render(
    <SwipeRow
      left={{ label: 'Mute', icon: null, onSelect: onLeft }}
      right={{ label: 'Read', icon: null, onSelect: onRight }}
    >
      <button type="button" onClick={onTap}>
        Dawn crew
      </button>
    </SwipeRow>,
  );
  return screen.getByRole('button', { name: 'Dawn crew' });
}

function swipe(row: HTMLElement, x: number, y = 0, end: 'pointerUp' | 'pointerCancel' = 'pointerUp') {
  const at = (part: number) => ({
    pointerType: 'touch',
    isPrimary: true,
    clientX: 200 + x * part,
    clientY: 100 + y * part,
  });
  fireEvent.pointerDown(row, at(0));
  for (const part of [0.3, 0.6, 1]) fireEvent.pointerMove(row, at(part));
  fireEvent[end](row, at(1));
  fireEvent.click(row);
}

test('runs the action of the side that was swiped to, and is no tap', () => {
  const row = show();
  swipe(row, -90);
  expect([onLeft.mock.calls.length, onRight.mock.calls.length, onTap.mock.calls.length]).toEqual([1, 0, 0]);
  swipe(row, 90);
  expect([onLeft.mock.calls.length, onRight.mock.calls.length, onTap.mock.calls.length]).toEqual([1, 1, 0]);
});

test('does nothing after a short swipe, a scroll, or one that the browser takes over', () => {
  const row = show();
  swipe(row, -40);
  swipe(row, -90, 200);
  swipe(row, -90, 0, 'pointerCancel');
  expect([onLeft.mock.calls.length, onRight.mock.calls.length]).toEqual([0, 0]);
});

test('still hears a tap', () => {
  const row = show();
  fireEvent.pointerDown(row, { pointerType: 'touch', isPrimary: true });
  fireEvent.click(row);
  expect(onTap).toHaveBeenCalledOnce();
});
