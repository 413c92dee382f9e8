import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { loadLogin } from '#platform/login/load-login.ts';
import { LoginProvider } from '#platform/login/login-provider.tsx';
import { createQueryClient } from '#platform/login/query-client.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { type Modal, ModalsProvider } from '#routes/modals/modals.ts';
import { answerWith } from '../../testing/answers.ts';
import MemberModals from './member-modals.tsx';
import '../../testing/patience.ts';

test('shows the top window over a window and every other overlay', async () => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  answerWith(() => undefined);
  const modals: Modal[] = [{ name: 'shortcuts' }, { name: 'shortcuts' }, { name: 'shortcuts' }, { name: 'shortcuts' }];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[{ pathname: '/app', state: { modals } }]}>
          <LoginProvider first={loadLogin()}>
            <ModalsProvider>
              <MemberModals />
            </ModalsProvider>
          </LoginProvider>
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getAllByText('Keyboard shortcuts')).toHaveLength(modals.length));
});
