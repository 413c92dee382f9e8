import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { MessageText } from './message-text.tsx';

const words = 'Bring the belt and the chalk. '.repeat(40);
const draw = (text: string, { height }: { height: number }) => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(288);
  return render(<MessageText text={text} className="" />);
};
const button = () => screen.queryByRole('button', { name: 'Read more' });
afterEach(() => vi.restoreAllMocks());

test('shortens a long text until the reader wants the rest', async () => {
  const { container } = draw(words, { height: 900 });
  expect(container.querySelector('.line-clamp-12')).not.toBeNull();
  await userEvent.click(button()!);
  expect([container.querySelector('.line-clamp-12'), button()]).toEqual([null, null]);
});

test('offers nothing more where the whole text is shown', () => {
  draw(words, { height: 288 });
  expect(button()).toBeNull();
});

test('shortens many short lines too', () => {
  draw('one\n'.repeat(30), { height: 700 });
  expect(button()).not.toBeNull();
});

test('leaves a short text alone', () => {
  draw('Six tomorrow?', { height: 900 });
  expect(button()).toBeNull();
});
