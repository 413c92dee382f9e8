import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useMessageGestures } from './use-message-gestures.ts';

function Message({ onSwipe }: { onSwipe: () => void }) {
  const { handlers } = useMessageGestures({ onSwipe });
  return <p {...handlers}>Six tomorrow?</p>;
}

const finger = (clientX: number) => ({ pointerType: 'touch', isPrimary: true, clientX, clientY: 0 });

test.each([
  [80, 1],
  [40, 0],
])('a quick swipe of %i pixels answers %i times', (to, times) => {
  const onSwipe = vi.fn();
  render(<Message onSwipe={onSwipe} />);
  const message = screen.getByText('Six tomorrow?');
  // All in one frame: nothing is drawn in between.
  act(() => {
    fireEvent.pointerDown(message, finger(0));
    fireEvent.pointerMove(message, finger(20));
    fireEvent.pointerMove(message, finger(to));
    fireEvent.pointerUp(message, finger(to));
  });
  expect(onSwipe).toHaveBeenCalledTimes(times);
});

test('a long press opens the menu, and makes no click that would close it', () => {
  vi.useFakeTimers();
  const onLongPress = vi.fn();
  function Photo() {
    const { handlers } = useMessageGestures({ onLongPress });
    return (
      <div {...handlers}>
        <button type="button">Photo</button>
      </div>
    );
  }
  render(<Photo />);
  const photo = screen.getByRole('button', { name: 'Photo' });
  fireEvent.pointerDown(photo, finger(0));
  expect(fireEvent.contextMenu(photo)).toBe(false);
  act(() => void vi.advanceTimersByTime(500));
  fireEvent.pointerUp(photo, finger(0));
  expect(onLongPress).toHaveBeenCalledTimes(1);
  expect(fireEvent.touchEnd(photo)).toBe(false);
  fireEvent.pointerDown(photo, finger(0));
  fireEvent.pointerUp(photo, finger(0));
  expect(fireEvent.touchEnd(photo)).toBe(true);
  vi.useRealTimers();
});
