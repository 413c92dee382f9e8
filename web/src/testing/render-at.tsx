import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { safetyDialogs } from '#features/safety/safety-dialogs.tsx';
import { loadLogin } from '#platform/login/load-login.ts';
import { LoginProvider } from '#platform/login/login-provider.tsx';
import { createQueryClient } from '#platform/login/query-client.ts';
import { SafetyProvider } from '#platform/people/safety.tsx';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import './patience.ts';

function Elsewhere() {
  const { pathname, state } = useLocation();
  return (
    <>
      <output aria-label="address">{pathname}</output>
      <output aria-label="modals">{JSON.stringify(state?.modals ?? [])}</output>
    </>
  );
}

/** The app's own providers around some routes; every other address renders its own path. */
export function renderAt(
  address: string,
  routes: ReactNode,
  first: Parameters<typeof LoginProvider>[0]['first'] = loadLogin(),
) {
  const queryClient = createQueryClient();
  const rendered = render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <MemoryRouter initialEntries={[address]}>
          <LoginProvider first={first}>
            <SafetyProvider value={safetyDialogs}>
              <Routes>
                {routes}
                <Route path="*" element={<Elsewhere />} />
              </Routes>
            </SafetyProvider>
          </LoginProvider>
        </MemoryRouter>
      </ThemeProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, queryClient };
}
