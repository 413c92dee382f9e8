import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useParts } from './use-parts.ts';

const drawn: number[] = [];

function Page({ first }: { first: number }) {
  const due = useParts(first, 3);
  drawn.push(due);
  return <p>{due} of 3</p>;
}

test('draws one part more after each frame until all are due', async () => {
  drawn.length = 0;
  render(<Page first={1} />);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  await screen.findByText('3 of 3');
  expect([...new Set(drawn)]).toEqual([1, 2, 3]);
});

test('starts with as many parts as the caller needs at once', () => {
  drawn.length = 0;
  render(<Page first={3} />);
  expect([...new Set(drawn)]).toEqual([3]);
});
