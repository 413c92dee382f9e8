import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { createModals } from './create-modals.tsx';
import { closeGuard, opening, stackOf } from './modal-stack.ts';
import '../../testing/patience.ts';

type Modal =
  | { name: 'session'; id: string }
  | { name: 'friends' | 'create-session' | 'shortcuts' }
  | { name: 'profile'; tab?: string };

const overlays = ['shortcuts'] as const;
const { ModalsProvider, useModals } = createModals<Modal>({ overlays });

const session: Modal = { name: 'session', id: 's1' };
const profile: Modal = { name: 'profile' };
const create: Modal = { name: 'create-session' };
const shortcuts: Modal = { name: 'shortcuts' };

describe('the stack', () => {
  test.each<[string, Modal[], Modal, Modal[], 'push' | 'replace', number]>([
    ['the first pushes an entry', [], session, [session], 'push', 0],
    ['opening one closes the others', [session], { name: 'friends' }, [{ name: 'friends' }], 'replace', 0],
    ['create session closes profile', [profile], create, [create], 'replace', 0],
    ['profile closes create session', [create], profile, [profile], 'replace', 0],
    ['one that lies over pushes its own entry', [session], shortcuts, [session, shortcuts], 'push', 0],
    ['it is not opened twice', [session, shortcuts], shortcuts, [session, shortcuts], 'replace', 0],
    ['opening from above goes down first', [session, shortcuts], profile, [profile], 'replace', 1],
  ])('%s', (_name, stack, modal, result, entry, back) => {
    expect(opening(stack, modal, overlays)).toEqual({ stack: result, entry, back });
  });

  test('a history state of any shape is read as what it holds', () => {
    expect([null, undefined, 'x', { modals: 'x' }, { modals: [1, session] }].map((state) => stackOf(state))).toEqual([
      [],
      [],
      [],
      [],
      [session],
    ]);
  });

  test('a second close within 100 ms does nothing', () => {
    let time = 0;
    const mayClose = closeGuard(() => time);
    expect(mayClose()).toBe(true);
    time = 99;
    expect(mayClose()).toBe(false);
    time = 100;
    expect(mayClose()).toBe(true);
  });
});

let modals: ReturnType<typeof useModals>;
function Probe() {
  modals = useModals();
  return <p>open: {modals.stack.map(({ name }) => name).join(' ') || 'none'}</p>;
}

describe('with the browser history', () => {
  const shown = (text: string) => screen.findByText(`open: ${text}`);

  beforeEach(() => {
    window.history.pushState(null, '', '/before');
    window.history.pushState(null, '', '/app');
    render(
      <BrowserRouter>
        <ModalsProvider>
          <Probe />
        </ModalsProvider>
      </BrowserRouter>,
    );
  });

  test('Back closes the top one and stays on the page', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => modals.open(shortcuts));
    await shown('session shortcuts');
    act(() => window.history.back());
    await shown('session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('closing twice at once leaves the page where it is', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => {
      modals.close();
      modals.close();
    });
    await shown('none');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(window.location.pathname).toBe('/app');
  });

  test('one after the other costs one step back', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => modals.open(create));
    await shown('create-session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('a tab changes in place', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => modals.change({ name: 'profile', tab: 'security' }));
    expect(modals.stack).toEqual([{ name: 'profile', tab: 'security' }]);
    act(() => modals.close());
    await shown('none');
  });
});
