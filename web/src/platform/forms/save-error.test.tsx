import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SaveError } from './save-error.tsx';

test('comes into view, because the button that was pressed may be far below', () => {
  const seen: Element[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this);
  };
  const { rerender } = render(<SaveError error={null} onShowTheirs={() => {}} />);
  expect(seen).toEqual([]);
  rerender(<SaveError error={new Error('lost')} onShowTheirs={() => {}} />);
  expect(seen).toHaveLength(1);
  expect(seen[0]?.contains(screen.getByRole('alert'))).toBe(true);
});
