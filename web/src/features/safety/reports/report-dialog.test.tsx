import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { person } from '../../../testing/answers.ts';
import { renderAt } from '../../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../../testing/signed-in.tsx';
import { ReportDialog } from './report-dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

/** Names what is reported anew at every render, as a page does that changes while the dialog is open. */
function Screen() {
  const [asks, setAsks] = useState(false);
  const [, change] = useState(0);
  return (
    <SignedIn>
      <button type="button" onClick={() => setAsks(true)}>
        Report
      </button>
      <button type="button" data-testid="change" onClick={() => change((times) => times + 1)} />
      <ReportDialog
        reported={asks ? { kind: 'user', id: 'ben', person: { id: 'ben', first_name: 'Ben' } } : null}
        onClose={() => setAsks(false)}
      />
    </SignedIn>
  );
}

test('thanks for a report while the page under it changes, and starts anew when opened again', async () => {
  signIn(
    () => person({ id: 'ana' }),
    () => Response.json({}, { status: 201 }),
  );
  renderAt('/here', <Route path="/here" element={<Screen />} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }));
  await userEvent.click(await screen.findByText('Harassment or hate'));
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByRole('dialog', { name: 'Thanks for telling us' })).toBeDefined();
  fireEvent.click(screen.getByTestId('change'));
  expect(await screen.findByRole('dialog', { name: 'Thanks for telling us' })).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('dialog', { name: 'Report Ben' })).toBeDefined();
});
