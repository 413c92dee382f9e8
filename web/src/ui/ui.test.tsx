import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AvatarGroup } from './avatar.tsx';
import { Button } from './button.tsx';
import { CodeInput } from './form/code-input.tsx';
import { PasswordField, TextField } from './form/text-field.tsx';
import { Table } from './list/table.tsx';
import { PromptButton } from './prompt-button.tsx';
import { Tabs } from './tabs.tsx';

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => false });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const complete = vi.fn();

function Code() {
  const [code, setCode] = useState('');
  return <CodeInput label="Code" value={code} onChange={setCode} onComplete={complete} />;
}

describe('code input', () => {
  beforeEach(() => {
    complete.mockClear();
    render(<Code />);
  });

  it('accepts digits only and reports completion once', async () => {
    await userEvent.type(screen.getByLabelText('Code'), '12a3 456');
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456');
    expect(complete).toHaveBeenCalledExactlyOnceWith('123456');
    await userEvent.type(screen.getByLabelText('Code'), '7');
    expect(complete).toHaveBeenCalledOnce();
  });

  it('accepts a pasted code with spaces', async () => {
    await userEvent.click(screen.getByLabelText('Code'));
    await userEvent.paste(' 987 654\n');
    expect(complete).toHaveBeenCalledExactlyOnceWith('987654');
  });

  it('accepts a corrected digit and reports completion again', async () => {
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    await userEvent.type(field, '123456');
    await userEvent.type(field, '9', { initialSelectionStart: 1, initialSelectionEnd: 2 });
    expect(field.value).toBe('193456');
    expect(complete).toHaveBeenLastCalledWith('193456');
  });
});

it('links a field to its error for screen readers', () => {
  render(<TextField label="Email" error="Email is required" hint="Never shown beside an error" />);
  const field = screen.getByLabelText('Email');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('Email is required');
});

it('shows and hides a password', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
});

it('keeps the name of a loading button and ignores presses', async () => {
  const press = vi.fn();
  render(
    <Button loading onClick={press}>
      Save
    </Button>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(press).not.toHaveBeenCalled();
});

it('answers a tap before what the tap does begins, and takes no second tap until it is done', async () => {
  const done = Promise.withResolvers<void>();
  const join = vi.fn(() => done.promise);
  render(<PromptButton onTap={join}>Join</PromptButton>);
  const button = screen.getByRole('button', { name: 'Join' });
  const isAnswered = () => button.querySelector('svg.opacity-0') === null;
  expect(isAnswered()).toBe(false);
  fireEvent.click(button);
  expect([isAnswered(), join.mock.calls.length]).toEqual([true, 0]);
  fireEvent.click(button);
  await waitFor(() => expect(join).toHaveBeenCalled());
  fireEvent.click(button);
  done.resolve();
  await waitFor(() => expect(isAnswered()).toBe(false));
  expect(join).toHaveBeenCalledOnce();
});

it.each(['pagehide', 'visibilitychange'])(
  'does what was tapped when the page is left before the next frame (%s)',
  (event) => {
    const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    const join = vi.fn(async () => {});
    render(<PromptButton onTap={join}>Join</PromptButton>);
    fireEvent.click(screen.getByRole('button', { name: 'Join' }));
    fireEvent(document, new Event(event, { bubbles: true }));
    return waitFor(() => expect(join).toHaveBeenCalledOnce()).finally(() => frames.mockRestore());
  },
);

it('counts the avatars it does not show', () => {
  const faces = ['Ana', 'Ben', 'Cleo', 'Dov', 'Eve'].map((name) => ({ name }));
  render(<AvatarGroup faces={faces} max={3} total={9} />);
  expect(screen.getByRole('img', { name: 'Ana, Ben and 7 more' })).toBeDefined();
});

it("shows a table's empty state", () => {
  render(
    <Table
      caption="People"
      columns={[{ key: 'name', header: 'Name', cell: (name: string) => name }]}
      rows={[]}
      rowKey={(name) => name}
      empty={<p>Nobody yet</p>}
    />,
  );
  expect(screen.getByText('Nobody yet')).toBeDefined();
});

it('takes every color from the theme', () => {
  for (const name of globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter(
    (file) => !file.includes('.test.'),
  )) {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    expect(source, name).not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\(|-\[#/i);
  }
});

it('names a tab by its whole label where a phone shows a part of it', () => {
  const tabs = [
    { value: 'find', label: 'Find people', short: 'Find', content: 'Search' },
    { value: 'invite', label: 'Invite', content: 'Link' },
  ] as const;
  render(<Tabs label="Friends" tabs={tabs} value="find" onChange={() => {}} />);
  expect(screen.getByRole('tab', { name: 'Find people' }).textContent).toContain('Find');
  expect(screen.getByText('Find', { exact: true }).getAttribute('aria-hidden')).toBe('true');
});
