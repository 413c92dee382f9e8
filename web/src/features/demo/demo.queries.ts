import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { clearStoredData } from '#platform/login/sign-out/clear-stored-data.ts';
import { logoutOnServer } from '#platform/login/sign-out/logout-on-server.ts';
import { carriedLook } from '#platform/theme/carried-look.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { demoKeys } from './demo.keys.ts';
import { pathClosed, storeDemo } from './demo-storage.ts';
import { loadPage } from './load-page.ts';

export const demoPathQuery = () =>
  queryOptions({ queryKey: demoKeys.path, queryFn: ({ signal }) => api.getDemoPath({}, { signal }) });

/** Goes on as the owner or as the member, on a fresh page: nothing of the one is shown to the other. */
export function useSwitchDemoPersona() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (persona: 'member' | 'owner') => api.switchDemoPersona({ body: { persona } }),
    onSuccess: async (answer, persona) => {
      const carried = carriedLook.read();
      const isPathClosed = pathClosed.read();
      await clearStoredData(queryClient);
      storeDemo(answer);
      if (carried) carriedLook.write(carried);
      if (isPathClosed) pathClosed.write(isPathClosed);
      loadPage(persona === 'owner' ? '/admin' : '/app');
    },
    onError: (error) => toasts.error("Couldn't switch", { text: errorText(error, 'Try again.') }),
  });
}

/** Leaving a demo loads a fresh page, so that no demo data stays behind. Only the look comes along into a registration. */
export function useLeaveDemo() {
  const queryClient = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const leave = async (to: '/' | '/register/gym') => {
    setLeaving(true);
    const carried = carriedLook.read();
    await logoutOnServer();
    await clearStoredData(queryClient);
    if (carried && to === '/register/gym') carriedLook.write(carried);
    loadPage(to);
  };
  return { leaving, leave: (to: '/' | '/register/gym') => void leave(to) };
}
