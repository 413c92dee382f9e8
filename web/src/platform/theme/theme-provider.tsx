import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react';
import { applyTheme } from './apply-theme.ts';
import { isDark } from './derive.ts';
import { readTheme } from './read-theme.ts';
import type { Theme } from './theme.ts';

type ThemeContextValue = {
  theme: Theme;
  dark: boolean;
  /** Takes a theme config in any form the server sends; null goes back to the default theme. */
  setTheme: (config: unknown) => void;
};

const ThemeContext = createContext<ThemeContextValue | null>(null);

export function ThemeProvider({ config: initial = null, children }: { config?: unknown; children: ReactNode }) {
  const [config, setTheme] = useState<unknown>(initial);
  const theme = useMemo(() => readTheme(config), [config]);
  useLayoutEffect(() => applyTheme(theme), [theme]);
  const value = useMemo(() => ({ theme, dark: isDark(theme.colors.background.main), setTheme }), [theme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeContextValue {
  const value = use(ThemeContext);
  if (!value) throw new Error('useTheme needs a ThemeProvider above it');
  return value;
}
