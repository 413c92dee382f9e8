import { defaultTheme } from '@spotter/contract/theme/theme-default.ts';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import type { AppliedTheme } from './apply-theme-config.ts';
import { clearTheme } from './clear-theme.ts';

type ThemeContextValue = AppliedTheme & {
  /**
   * Takes a theme config in any form the server sends; null restores the default theme. The last call wins. Resolves
   * once the theme is applied or rejected.
   */
  setTheme: (config: unknown) => Promise<void>;
};

const ThemeContext = createContext<ThemeContextValue | null>(null);

// The style sheet already contains the default theme, so no code is needed for it.
const plain: AppliedTheme = { theme: defaultTheme, dark: false };

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [applied, setApplied] = useState(plain);
  const latest = useRef(0);

  const setTheme = useCallback(async (config: unknown) => {
    latest.current += 1;
    const turn = latest.current;
    if (config === null || config === undefined) {
      clearTheme();
      setApplied(plain);
      return;
    }
    try {
      const { applyThemeConfig } = await import('./apply-theme-config.ts');
      if (turn === latest.current) setApplied(applyThemeConfig(config));
    } catch (error) {
      console.error("Couldn't load the theme; keeping the default.", error);
    }
  }, []);

  const value = useMemo(() => ({ ...applied, setTheme }), [applied, setTheme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeContextValue {
  const value = use(ThemeContext);
  if (!value) throw new Error('useTheme needs a ThemeProvider above it');
  return value;
}
