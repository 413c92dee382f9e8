import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { moved, useReorder } from './use-reorder.ts';

const ROW = 40;

function List() {
  const [items, setItems] = useState(['Strength', 'Running', 'Yoga']);
  const { listRef, handleProps } = useReorder(items.length, (from, to) => setItems(moved(items, from, to)));
  return (
    <ul ref={listRef}>
      {items.map((item, index) => (
        <li key={item}>
          <button type="button" {...handleProps(index)}>
            {item}
          </button>
        </li>
      ))}
    </ul>
  );
}

const order = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, place * ROW, 200, ROW);
  });
});

const drag = (name: string, to: number) => {
  const handle = screen.getByRole('button', { name });
  fireEvent.pointerDown(handle);
  fireEvent.pointerMove(handle, { clientY: to * ROW + ROW / 2 });
  return handle;
};

test('a dragged row stays where it is dropped', () => {
  render(<List />);
  const handle = drag('Strength', 2);
  fireEvent.pointerUp(handle);
  fireEvent.keyDown(handle, { key: 'Escape' });
  expect(order()).toEqual(['Running', 'Yoga', 'Strength']);
});

test('Escape takes a dragged row back to its place, and ends the drag', () => {
  render(<List />);
  const handle = drag('Strength', 2);
  expect(order()).toEqual(['Running', 'Yoga', 'Strength']);
  fireEvent.keyDown(handle, { key: 'Escape' });
  fireEvent.pointerMove(handle, { clientY: ROW * 1.5 });
  fireEvent.pointerUp(handle);
  expect(order()).toEqual(['Strength', 'Running', 'Yoga']);
});
