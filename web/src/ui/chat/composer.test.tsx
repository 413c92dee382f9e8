import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Composer } from './composer.tsx';
import { usePictureDrop } from './use-picture-drop.ts';

type Props = Partial<ComponentProps<typeof Composer>>;

function Shown({ text: first = '', ...props }: Props) {
  const [text, setText] = useState(first);
  return (
    <Composer text={text} onText={setText} onSend={() => {}} placeholder="Message Ben" maxLength={300} {...props} />
  );
}
const box = () => screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement;
const photo = new File(['x'], 'a.png', { type: 'image/png' });

test('keeps the cursor after a tap on Send, so that a phone keeps its keyboard', async () => {
  const user = userEvent.setup();
  const onSend = vi.fn();
  render(<Shown onSend={onSend} />);
  await user.type(box(), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledWith('Hello');
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('');
});

test('takes the cursor when the writer answers a message, and keeps what is written', () => {
  const { rerender } = render(<Shown text="Yes" />);
  expect(document.activeElement).not.toBe(box());
  rerender(<Shown text="Yes" answers="m1" />);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('Yes');
});

test('says how much room is left near the end', async () => {
  const user = userEvent.setup();
  render(<Shown text={'a'.repeat(100)} />);
  expect(screen.queryByRole('status')).toBeNull();
  await user.type(box(), 'b');
  expect(screen.getByRole('status').textContent).toBe('199 characters left');
  fireEvent.change(box(), { target: { value: 'c'.repeat(300) } });
  expect(screen.getByRole('status').textContent).toBe('No characters left');
});

test('takes pasted pictures, but not the picture that comes with copied text', () => {
  const onPictures = vi.fn();
  render(<Shown onPictures={onPictures} />);
  fireEvent.paste(box(), { clipboardData: { files: [photo], types: ['Files', 'text/plain'] } });
  expect(onPictures).not.toHaveBeenCalled();
  fireEvent.paste(box(), { clipboardData: { files: [photo], types: ['Files'] } });
  expect(onPictures).toHaveBeenCalledWith([photo]);
});

function Area({ onPictures }: { onPictures?: (files: File[]) => void }) {
  const area = useRef<HTMLDivElement>(null);
  const isOver = usePictureDrop(area, onPictures);
  return (
    <div ref={area} data-testid="area">
      {isOver ? 'Drop here' : null}
    </div>
  );
}

test('takes dropped files, and never lets the browser leave the app for one', () => {
  const onPictures = vi.fn();
  const { rerender } = render(<Area onPictures={onPictures} />);
  const area = screen.getByTestId('area');
  const dataTransfer = { files: [photo], types: ['Files'] };
  fireEvent.dragOver(area, { dataTransfer });
  expect(area.textContent).toBe('Drop here');
  fireEvent.drop(area, { dataTransfer });
  expect(onPictures).toHaveBeenCalledWith([photo]);
  expect(area.textContent).toBe('');
  rerender(<Area />);
  for (const make of [createEvent.dragOver, createEvent.drop]) {
    const event = make(area, { dataTransfer });
    fireEvent(area, event);
    expect(event.defaultPrevented).toBe(true);
  }
  expect(onPictures).toHaveBeenCalledTimes(1);
});
