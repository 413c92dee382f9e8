import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { keepColors } from '#platform/theme/kept-colors.ts';
import { lastOrganization } from '#platform/theme/last-organization.ts';
import { setBrandHead } from '#platform/theme/page-head.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { usePrefersDark } from '#platform/theme/use-prefers-dark.ts';
import { readEmulation } from '../api/tokens.ts';
import type { LoginState } from './login-state.ts';

/** Operators belong to no gym whose theme could be dark: theirs follows the device. */
const operatorsNight = {
  colors: {
    background: { main: '#15121c' },
    text: { primary: '#f4f2f8', secondary: '#c2bccf', tertiary: '#a49db3' },
  },
};

/** The signed-in user and their gym's config, which sets the theme. */
export function useLoginData(status: LoginState['status']) {
  const isSignedIn = status === 'signed-in';
  const me = useQuery({
    queryKey: loginKeys.me,
    queryFn: ({ signal }) => api.getMe({}, { signal }),
    enabled: isSignedIn,
    meta: { kept: true },
  });
  const config = useQuery({
    queryKey: loginKeys.gymConfig,
    queryFn: ({ signal }) => api.getGymConfig({}, { signal }),
    // Refused until the user has a password of their own.
    enabled: isSignedIn && !me.data?.must_change_password,
    meta: { kept: true },
  });
  const { setTheme } = useTheme();
  const isNight = usePrefersDark();
  const isOperator = me.data?.role === 'super_admin' && readEmulation() === null;
  const theme = !isSignedIn ? undefined : isOperator && isNight ? operatorsNight : config.data?.theme;
  // Until the config arrives, the page keeps the colors it was loaded with: a dark one must not flash white.
  const isKnown = status !== 'loading' && (!isSignedIn || !config.isPending);
  useEffect(() => {
    if (isKnown) void setTheme(theme ?? null).then(isSignedIn ? keepColors : undefined);
  }, [isKnown, isSignedIn, theme, setTheme]);
  const organization = isSignedIn ? config.data?.organization : undefined;
  useEffect(() => setBrandHead(organization?.id ?? null), [organization?.id]);
  const isVisitor = me.data?.is_demo_user !== false || readEmulation() !== null;
  useEffect(() => {
    if (organization?.white_label_enabled && !isVisitor)
      lastOrganization.write({ id: organization.id, name: organization.name, theme });
  }, [organization, theme, isVisitor]);
  return { user: isSignedIn ? (me.data ?? null) : null, gymConfig: config.data ?? null };
}
