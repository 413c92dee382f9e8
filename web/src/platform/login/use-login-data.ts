import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { loginKeys } from './login-keys.ts';

/** The signed-in user and their gym's config, whose theme the app wears. */
export function useLoginData(isSignedIn: boolean) {
  const me = useQuery({
    queryKey: loginKeys.me,
    queryFn: ({ signal }) => api.getMe({}, { signal }),
    enabled: isSignedIn,
    meta: { kept: true },
  });
  const config = useQuery({
    queryKey: loginKeys.gymConfig,
    queryFn: ({ signal }) => api.getGymConfig({}, { signal }),
    enabled: isSignedIn,
    meta: { kept: true },
  });
  const { setTheme } = useTheme();
  const theme = isSignedIn ? config.data?.theme : undefined;
  useEffect(() => setTheme(theme ?? null), [theme, setTheme]);
  return { user: isSignedIn ? (me.data ?? null) : null, gymConfig: config.data ?? null };
}
