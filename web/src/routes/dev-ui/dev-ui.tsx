import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { setThemeTokens } from '#platform/theme/apply-theme.ts';
import { readTheme } from '#platform/theme/read-theme.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';
import { Toaster } from '#platform/toasts/toaster.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { FeedbackSection, OverlaysSection } from './layer-sections.tsx';
import { ActionsSection, DataSection, FormsSection } from './sections.tsx';

const night = {
  colors: {
    primary: '#b7f34a',
    secondary: '#2c3440',
    background: { main: '#0f1318', secondary: '#171c23', secondaryHover: '#202731' },
    text: { primary: '#f2f5f8', secondary: '#b6c0cc', tertiary: '#909dac', disabled: '#556070', inverse: '#0f1318' },
    status: { success: '#4ade80', warning: '#fbbf24', error: '#fb7185', info: '#7dd3fc' },
  },
};

const showcase = [
  { name: 'Default theme', config: null },
  { name: 'A dark theme', config: night },
];

function Themed({ config, children }: { config: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const theme = useMemo(() => readTheme(config), [config]);
  useLayoutEffect(() => {
    if (ref.current) setThemeTokens(ref.current, theme);
  }, [theme]);
  return (
    <div ref={ref} className="min-w-0 bg-bg-main text-text-primary">
      {children}
    </div>
  );
}

/** Every component in two themes. Development only. */
export function DevUi() {
  const { dark, setTheme } = useTheme();
  return (
    <main>
      <header className="safe-top flex flex-wrap items-center justify-between gap-4 border-border border-b px-6 py-4">
        <h1 className="text-xl">Components</h1>
        <Switch
          label="Dark page (for overlays)"
          checked={dark}
          onChange={(event) => setTheme(event.target.checked ? night : null)}
        />
      </header>
      <div className="grid lg:grid-cols-2">
        {showcase.map(({ name, config }) => (
          <Themed key={name} config={config}>
            <section aria-label={name} className="mx-auto flex max-w-3xl flex-col gap-12 px-5 py-8 md:px-8">
              <h2 className="text-2xl">{name}</h2>
              <ActionsSection />
              <FormsSection />
              <DataSection />
              <FeedbackSection />
              <OverlaysSection />
            </section>
          </Themed>
        ))}
      </div>
      <Toaster />
    </main>
  );
}
