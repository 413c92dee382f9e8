import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DatePicker } from './date-picker.tsx';

async function openPicker(day: string) {
  const onChange = vi.fn<(day: string) => void>();
  render(<DatePicker trigger={<button type="button">Pick</button>} day={day} today="2026-11-20" onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Pick' }));
  const at = (name: RegExp) => screen.findByRole('button', { name });
  return { onChange, at };
}

test('keys move from the day that has the focus', async () => {
  const { onChange, at } = await openPicker('2026-11-20');
  (await at(/November 27/)).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await at(/November 28/));
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith('2026-11-28');
});

test('keys also move onto the day where the picker began', async () => {
  const { at } = await openPicker('2026-11-20');
  (await at(/November 19/)).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await at(/November 20/));
});
