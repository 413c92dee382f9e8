import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { CrashBoundary } from '#platform/crash/crash-boundary.tsx';
import { loadLogin } from '#platform/login/load-login.ts';
import { LoginProvider } from '#platform/login/login-provider.tsx';
import { createQueryClient } from '#platform/login/query-client.ts';
import { restoredGym } from '#platform/login/selected-gym.ts';
import { takeParametersFromAddress } from '#platform/test-parameters.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { ModalsProvider } from '#routes/modals/modals.ts';
import { takePlaceFromAddress } from '#routes/modals/places.ts';
import { Background } from '#routes/shells/background.tsx';
import { AppRoutes, preloadMemberArea } from './router.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// The theme editor's frame: the same screens with sample people.
if (window.location.pathname === '/theme-preview')
  void import('#routes/theme-preview/preview.tsx').then(({ drawPreview }) => drawPreview(root));
else start(root);

function start(place: HTMLElement) {
  takeParametersFromAddress();
  takePlaceFromAddress();
  const queryClient = createQueryClient();
  // Requested before React starts, so the answer is often there for the first screen.
  const first = loadFirst(queryClient);
  const app = createRoot(place);
  const draw = () =>
    app.render(
      <StrictMode>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <ThemeProvider>
              <BrowserRouter>
                <LoginProvider first={first}>
                  <ModalsProvider>
                    <AppRoutes />
                    <Background />
                  </ModalsProvider>
                </LoginProvider>
              </BrowserRouter>
            </ThemeProvider>
          </QueryClientProvider>
        </CrashBoundary>
      </StrictMode>,
    );
  // The screen that needs the file retries and shows the failure.
  if (/^\/app(\/|$)/.test(window.location.pathname)) preloadMemberArea().then(draw, draw);
  else draw();
}

/** On home, all of its data is requested at once, and the first render already has the gym's colors. */
async function loadFirst(queryClient: QueryClient) {
  const withHome = window.location.pathname === '/app';
  const login = await loadLogin({ withHome });
  if (!withHome || login.status !== 'signed-in') return login;
  try {
    const [{ seedHome }, { applyThemeTokens }] = await Promise.all([
      import('#routes/home/seed-home.ts'),
      import('#platform/theme/apply-theme-config.ts'),
    ]);
    if (login.gymConfig) applyThemeTokens(login.gymConfig.theme);
    if (login.home) seedHome(queryClient, restoredGym(login.user), login.home);
  } catch (error) {
    console.warn("Couldn't prepare home", error);
  }
  return login;
}
