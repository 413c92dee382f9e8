import { Tabs as Base } from '@base-ui/react/tabs';
import clsx from 'clsx';
import type { ReactNode } from 'react';

export type Tab<V extends string> = { value: V; label: string; count?: number; content: ReactNode };

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** Tabs whose marker slides to the selected one. */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)} className={clsx('flex flex-col', className)}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="relative flex gap-1 overflow-x-auto rounded-card bg-bg-secondary p-1 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="z-1 flex min-h-10 flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-control px-4 font-medium text-sm text-text-secondary transition hover:text-text-primary data-active:text-text-primary pointer-coarse:min-h-11"
          >
            {tab.label}
            {tab.count ? (
              <span
                data-figures=""
                className="min-w-5 rounded-full bg-primary px-1.5 text-center font-semibold text-on-primary text-xs"
              >
                {tab.count}
              </span>
            ) : null}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute top-1 bottom-1 left-0 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-control bg-bg-raised shadow-float ring-1 ring-border transition-[translate,width]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4 outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
