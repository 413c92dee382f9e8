import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { CrashBoundary } from '#platform/crash/crash-boundary.tsx';
import { showsFirstScreen } from '#platform/first-screen.ts';
import { HistoryRouter } from '#platform/history-router.tsx';
import { loadLogin } from '#platform/login/load-login.ts';
import { LoginProvider } from '#platform/login/login-provider.tsx';
import { createQueryClient } from '#platform/login/query-client.ts';
import { restoredGym } from '#platform/login/selected-gym.ts';
import { isNative } from '#platform/native-app.ts';
import { nextTask } from '#platform/next-task.ts';
import { hearInstallPrompt } from '#platform/pwa/install-prompt.ts';
import { takeParametersFromAddress } from '#platform/test-parameters.ts';
import { watchTextSize } from '#platform/text-size.ts';
import { setBrandHead } from '#platform/theme/page-head.ts';
import { ThemeProvider } from '#platform/theme/theme-provider.tsx';
import { takePlaceFromAddress } from '#routes/modals/places.ts';
import { ModalsProvider } from '#routes/modals.ts';
import { Background } from '#routes/shells/background.tsx';
import { AppRoutes, preloadMemberArea } from './router.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

watchTextSize();
hearInstallPrompt();

// The theme editor's frame: the same screens with sample people.
if (window.location.pathname === '/theme-preview')
  void import('#routes/theme-preview/preview.tsx').then(({ drawPreview }) => drawPreview(root));
else void start(root);

async function start(place: HTMLElement) {
  // Before the page has loaded, when the browser looks whether the installed app's name and icons still stand.
  setBrandHead(null);
  if (isNative()) {
    const leave = async () => (await import('#platform/login/sign-out/leave-locked-app.ts')).leaveLockedApp();
    await (await import('#platform/native/launch.ts')).launchNative(place, leave);
  }
  takeParametersFromAddress();
  takePlaceFromAddress();
  const queryClient = createQueryClient();
  // Requested before React starts, so the answer is often there for the first screen.
  const loading = loadFirst(queryClient);
  // The screen that needs the file retries and shows the failure.
  const files = /^\/app(\/|$)/.test(window.location.pathname) ? preloadMemberArea().catch(() => {}) : undefined;
  // Evaluating React takes a slow phone a tenth of a second.
  await nextTask();
  const { createRoot } = await import('react-dom/client');
  const app = createRoot(place);
  await files;
  // Home's outline is on the screen, so home is drawn once, with its data.
  const first = showsFirstScreen() ? await loading : loading;
  // As a transition, React pauses for the browser every few milliseconds.
  startTransition(() =>
    app.render(
      <StrictMode>
        <CrashBoundary>
          <QueryClientProvider client={queryClient}>
            <ThemeProvider>
              <HistoryRouter>
                <LoginProvider first={first}>
                  <ModalsProvider>
                    <AppRoutes />
                    <Background />
                  </ModalsProvider>
                </LoginProvider>
              </HistoryRouter>
            </ThemeProvider>
          </QueryClientProvider>
        </CrashBoundary>
      </StrictMode>,
    ),
  );
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
    await nextTask();
    if (login.gymConfig) applyThemeTokens(login.gymConfig.theme);
    await nextTask();
    if (login.home) seedHome(queryClient, restoredGym(login.user), login.home);
  } catch (error) {
    console.warn("Couldn't prepare home", error);
  }
  return login;
}
