import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useBackStep } from '#ui/layer/back-steps.ts';
import { Menu } from '#ui/layer/menu.tsx';
import { createModals } from './create-modals.tsx';
import { closeGuard, opening, stackOf } from './modal-stack.ts';
import '../../testing/patience.ts';

type Modal =
  | { name: 'session'; id: string; edit?: boolean }
  | { name: 'friends' | 'create-session' | 'shortcuts' }
  | { name: 'profile'; tab?: string }
  | { name: 'member'; id: string };

const overlays = ['shortcuts', 'member'] as const;
const { ModalsProvider, useModals } = createModals<Modal>({ overlays });

const session: Modal = { name: 'session', id: 's1' };
const profile: Modal = { name: 'profile' };
const create: Modal = { name: 'create-session' };
const shortcuts: Modal = { name: 'shortcuts' };
const ana: Modal = { name: 'member', id: 'ana' };
const ben: Modal = { name: 'member', id: 'ben' };

describe('the modal stack', () => {
  test.each<[string, Modal[], Modal, Modal[], 'push' | 'replace']>([
    ['pushes an entry for the first modal', [], session, [session], 'push'],
    ['closes the others when one opens', [session], { name: 'friends' }, [{ name: 'friends' }], 'replace'],
    ['create session closes profile', [profile], create, [create], 'replace'],
    ['profile closes create session', [create], profile, [profile], 'replace'],
    ['pushes another entry for an overlay', [session], shortcuts, [session, shortcuts], 'push'],
    ['does not open an overlay twice', [session, shortcuts], shortcuts, [session, shortcuts], 'replace'],
    ['pushes another entry for another overlay of that name', [session, ana], ben, [session, ben], 'push'],
    ['has each overlay once', [session, ana, shortcuts], ben, [session, shortcuts, ben], 'replace'],
    ['closes both when an overlay opens a modal', [session, shortcuts], profile, [profile], 'replace'],
  ])('%s', (_name, stack, modal, result, entry) => {
    expect(opening(stack, modal, overlays)).toEqual({ stack: result, entry });
  });

  test('reads modals from a history state of any shape', () => {
    expect([null, undefined, 'x', { modals: 'x' }, { modals: [1, session] }].map((state) => stackOf(state))).toEqual([
      [],
      [],
      [],
      [],
      [session],
    ]);
  });

  test('ignores a second close within 100 ms', () => {
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
let ask: (asking: boolean) => void;
let isBusy = false;
function Probe() {
  modals = useModals();
  const [asking, setAsking] = useState(false);
  ask = setAsking;
  const [backs, setBacks] = useState(0);
  useBackStep(asking, () => (isBusy ? setBacks(backs + 1) : setAsking(false)));
  const names = modals.stack.map((modal) =>
    'edit' in modal ? 'edit' : modal.name === 'member' ? modal.id : modal.name,
  );
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const menu = [
    { label: 'Profile', onSelect: () => modals.open(profile) },
    { label: 'Edit', onSelect: () => modals.change({ name: 'session', id: 's1', edit: true }) },
    { label: 'Ask', onSelect: () => setAsking(true) },
    { label: 'Go', onSelect: () => void navigate('/elsewhere') },
  ];
  const question = backs > 0 ? `question after ${backs}` : 'question';
  return (
    <>
      <p>open: {[...names, ...(asking ? [question] : [])].join(' ') || 'none'}</p>
      <p>at {pathname}</p>
      <Link to="/elsewhere">Elsewhere</Link>
      <Menu trigger={<button type="button">More</button>} groups={[menu]} />
    </>
  );
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

  test('closes the top modal on Back and stays on the page', async () => {
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

  test('stays on the page with a layer that is working, as often as Back is pressed', async () => {
    isBusy = true;
    act(() => ask(true));
    await shown('question');
    for (const times of [1, 2, 3]) {
      act(() => window.history.back());
      await shown(`question after ${times}`);
    }
    isBusy = false;
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('returns from a profile to the profile it was opened in', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => modals.open(ana));
    await shown('session ana');
    act(() => modals.open(ben));
    await shown('session ben');
    act(() => window.history.back());
    await shown('session ana');
    act(() => modals.close());
    await shown('session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('stays on the page when closed twice at once', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => {
      modals.close();
      modals.close();
    });
    await shown('none');
    // History steps run in order: after two steps back, this one would not return to the modal.
    act(() => window.history.forward());
    await shown('profile');
    expect(window.location.pathname).toBe('/app');
  });

  test('replaces one modal with another in a single history entry', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => modals.open(create));
    await shown('create-session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('leaves an entered mode on exit, and closes it together with its modal', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => modals.enter({ ...session, edit: true }));
    await shown('edit');
    act(() => modals.exit(session));
    await shown('session');
    act(() => modals.enter({ ...session, edit: true }));
    await shown('edit');
    act(() => modals.closeAll());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('changes in place on exit from a mode that was opened directly', async () => {
    act(() => modals.open({ ...session, edit: true }));
    await shown('edit');
    act(() => modals.exit(session));
    await shown('session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('changes a tab in place', async () => {
    act(() => modals.open(profile));
    await shown('profile');
    act(() => modals.change({ name: 'profile', tab: 'security' }));
    expect(modals.stack).toEqual([{ name: 'profile', tab: 'security' }]);
    act(() => modals.close());
    await shown('none');
  });

  test('closes a question before the modal below it', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => ask(true));
    await shown('session question');
    act(() => window.history.back());
    await shown('session');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('removes an answered question from the history', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => ask(true));
    await shown('session question');
    // Answered, and the modal closed by the same tap.
    act(() => {
      ask(false);
      modals.close();
    });
    await shown('none');
    act(() => window.history.back());
    await vi.waitFor(() => expect(window.location.pathname).toBe('/before'));
  });

  test('replaces a modal that has a question open', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => ask(true));
    await shown('session question');
    act(() => {
      ask(false);
      modals.open(profile);
    });
    await shown('profile');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  test('returns from a mode to its modal', async () => {
    act(() => modals.open(session));
    await shown('session');
    act(() => modals.enter({ name: 'session', id: 's1', edit: true }));
    await shown('edit');
    act(() => window.history.back());
    await shown('session');
    act(() => modals.enter({ name: 'session', id: 's1', edit: true }));
    await shown('edit');
    act(() => modals.open(profile));
    await shown('profile');
    act(() => window.history.back());
    await shown('none');
    expect(window.location.pathname).toBe('/app');
  });

  describe('with a menu', () => {
    const steps = () => (window.history.state as { usr?: { steps?: number } } | null)?.usr?.steps ?? 0;
    const menu = () => screen.queryByRole('menu');
    const openMenu = async () => {
      await userEvent.click(screen.getByText('More'));
      await vi.waitFor(() => expect(steps()).toBe(1));
    };
    const choose = async (label: string) => {
      await openMenu();
      await userEvent.click(await screen.findByText(label));
    };
    const goBack = () => act(() => window.history.back());
    const menuClosed = () =>
      vi.waitFor(() => {
        expect(menu()).toBeNull();
        expect(steps()).toBe(0);
      });
    const leaves = async () => {
      goBack();
      await vi.waitFor(() => expect(window.location.pathname).toBe('/before'));
    };

    test('closes only the menu on Back', async () => {
      act(() => modals.open(session));
      await shown('session');
      await openMenu();
      goBack();
      await menuClosed();
      await shown('session');
      goBack();
      await shown('none');
      expect(window.location.pathname).toBe('/app');
    });

    test('leaves nothing in the history when closed by a key', async () => {
      await openMenu();
      await userEvent.keyboard('{Escape}');
      await menuClosed();
      await leaves();
    });

    test('stays closed on Forward', async () => {
      await openMenu();
      goBack();
      await menuClosed();
      const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
      act(() => window.history.forward());
      await act(() => arrived);
      await menuClosed();
      await leaves();
    });

    test('leads to a modal, a question or a page in one step', async () => {
      await choose('Profile');
      await shown('profile');
      await menuClosed();
      goBack();
      await shown('none');

      await choose('Ask');
      await shown('question');
      await vi.waitFor(() => expect(menu()).toBeNull());
      goBack();
      await shown('none');
      await menuClosed();

      await choose('Go');
      await screen.findByText('at /elsewhere');
      goBack();
      await screen.findByText('at /app');
      await menuClosed();
      await leaves();
    });

    test('keeps what was chosen for the modal below', async () => {
      act(() => modals.open(session));
      await shown('session');
      await choose('Edit');
      await shown('edit');
      await menuClosed();
      await shown('edit');
      goBack();
      await shown('none');
      await leaves();
    });

    test('follows a link beside it', async () => {
      await openMenu();
      await userEvent.click(screen.getByText('Elsewhere'));
      await screen.findByText('at /elsewhere');
      await menuClosed();
      await screen.findByText('at /elsewhere');
      goBack();
      await screen.findByText('at /app');
      await leaves();
    });
  });
});
