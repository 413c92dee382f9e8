import { fireEvent, render, screen } from '@testing-library/react';
import { Link, useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { HistoryRouter } from './history-router.tsx';

test('follows Back that is pressed while the first screen is drawn', async () => {
  window.history.replaceState(null, '', '/login');
  let isPressed = false;
  function Screen() {
    const { pathname } = useLocation();
    if (!isPressed) {
      isPressed = true;
      window.history.replaceState(null, '', '/register');
      window.dispatchEvent(new PopStateEvent('popstate'));
    }
    return <p>{pathname}</p>;
  }
  render(
    <HistoryRouter>
      <Screen />
    </HistoryRouter>,
  );
  await screen.findByText('/register');
});

test('a page whose link is tapped twice before it is there is one step back', async () => {
  // As the last entry: going to another page would first take away those after it.
  window.history.pushState(null, '', '/i/org/IRON');
  function Screen() {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    return (
      <>
        <p>{pathname}</p>
        <button
          type="button"
          onClick={() => {
            for (const _tap of [1, 2]) void navigate('/register');
          }}
        >
          Join
        </button>
        <button type="button" onClick={() => void navigate('/register', { state: { modals: [] } })}>
          Open
        </button>
        <Link to="/login">Sign in</Link>
      </>
    );
  }
  render(
    <HistoryRouter>
      <Screen />
    </HistoryRouter>,
  );
  const before = window.history.length;
  fireEvent.click(screen.getByText('Join'));
  await screen.findByText('/register');
  expect(window.history.length).toBe(before + 1);
  // A window has an entry of its own.
  fireEvent.click(screen.getByText('Open'));
  expect(window.history.length).toBe(before + 2);
  fireEvent.click(screen.getByText('Sign in'));
  await screen.findByText('/login');
  expect(window.history.length).toBe(before + 3);
});
