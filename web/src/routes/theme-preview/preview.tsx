import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router';
import { createQueryClient } from '#platform/login/query-client.ts';
import { type Login, LoginContext } from '#platform/login/use-login.ts';
import {
  type AppScreen,
  type PreviewMessage,
  previewDrawn,
  previewMessageOf,
  previewReady,
} from '#platform/theme/preview-message.ts';
import { ThemeProvider, useTheme } from '#platform/theme/theme-provider.tsx';
import { CalendarPage } from '#routes/calendar/calendar-page.tsx';
import { HomePage } from '#routes/home/home-page.tsx';
import { ModalsProvider } from '#routes/modals.ts';
import { SessionPage } from '#routes/session/session-page.tsx';
import { MemberShell } from '#routes/shells/member-shell.tsx';
import { sampleFetch, sampleGym, sampleOrganization, sampleUser } from './sample-answers.ts';

const chat = { name: 'messages', conversationId: 'sample-chat' };
const places: Record<AppScreen, { pathname: string; state?: object }> = {
  home: { pathname: '/app' },
  calendar: { pathname: '/app/calendar' },
  session: { pathname: '/app/sessions/session-0' },
  chat: { pathname: '/app', state: { modals: [chat] } },
};

const nothing = async () => {};

function SampleLogin({ name, children }: { name: string; children: ReactNode }) {
  const { theme } = useTheme();
  const login = useMemo<Login>(
    () => ({
      status: 'signed-in',
      emulation: null,
      liveFrom: null,
      isCached: false,
      user: sampleUser,
      viewer: { role: sampleUser.role, onboarding_completed: true, emulating: false },
      gym: sampleGym,
      gymConfig: { organization: sampleOrganization(name), theme },
      retry: nothing,
      signIn: nothing,
      signOut: async () => false,
      switchGym: nothing,
      enterOrganization: nothing,
      endVisit: nothing,
      leaveOrganization: nothing,
    }),
    [name, theme],
  );
  return <LoginContext value={login}>{children}</LoginContext>;
}

/** The app's own screens with sample people, in the theme that the editor sends. */
function Preview() {
  const [shown, setShown] = useState<PreviewMessage | null>(null);
  const { setTheme } = useTheme();
  useEffect(() => {
    let screen: AppScreen | null = null;
    const listen = async (event: MessageEvent) => {
      const message = previewMessageOf(event);
      if (!message) return;
      await setTheme(message.theme);
      if (screen !== message.screen) window.scrollTo(0, 0);
      screen = message.screen;
      setShown(message);
    };
    const hear = (event: MessageEvent) => void listen(event);
    window.addEventListener('message', hear);
    window.parent.postMessage(previewReady, window.location.origin);
    return () => window.removeEventListener('message', hear);
  }, [setTheme]);
  const isShown = shown !== null;
  useEffect(() => {
    if (isShown) window.parent.postMessage(previewDrawn, window.location.origin);
  }, [isShown]);
  if (!shown) return null;
  return (
    <SampleLogin name={shown.name}>
      <MemoryRouter key={shown.screen} initialEntries={[places[shown.screen]]}>
        <ModalsProvider>
          <Routes>
            <Route path="/app" element={<MemberShell />}>
              <Route index element={<HomePage />} />
              <Route path="calendar" element={<CalendarPage />} />
              <Route path="sessions/:id" element={<SessionPage />} />
            </Route>
          </Routes>
        </ModalsProvider>
      </MemoryRouter>
    </SampleLogin>
  );
}

/** Draws the app as the theme editor's frame shows it. */
export function drawPreview(root: HTMLElement): void {
  window.fetch = sampleFetch;
  // It is looked at and scrolled, never used.
  document.body.inert = true;
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <ThemeProvider>
        <Preview />
      </ThemeProvider>
    </QueryClientProvider>,
  );
}
