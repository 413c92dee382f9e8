import { render, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { test } from 'vitest';
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
