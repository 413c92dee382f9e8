import { Tabs as Base } from '@base-ui/react/tabs';
import clsx from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

export type Tab<V extends string> = {
  value: V;
  label: string;
  /** Shown on a phone instead, a part of the label. */
  short?: string;
  /** What waits for the reader; hidden at zero. */
  count?: number;
  /** How many there are, as a quiet figure. */
  total?: number;
  /** Keeps what was typed while another tab is open. */
  keeps?: boolean;
  content: ReactNode;
};

type TabsProps<V extends string> = {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** Tabs whose marker slides to the selected one. */
export function Tabs<V extends string>({ label, tabs, value, onChange, className }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null);
  // Five fit a phone's width with their figures below.
  const isTight = tabs.length > 4;
  const selected = tabs.findIndex((tab) => tab.value === value);
  // On a phone, a row of many tabs is wider than the screen. Only the row scrolls, not the window around it.
  const center = useEffectEvent((_selected: number, _figures: string) => {
    const row = list.current;
    const tab = row?.querySelectorAll<HTMLElement>('[role=tab]')[selected];
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  });
  // Figures that load later make tabs wider.
  const figures = tabs.map(({ count, total }) => `${count}/${total}`).join();
  useEffect(() => center(selected, figures), [selected, figures]);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as V)} className={clsx('flex flex-col', className)}>
      <Base.List
        ref={list}
        aria-label={label}
        activateOnFocus
        className={clsx(
          'relative flex gap-1 overflow-x-auto rounded-card bg-bg-secondary p-1 [scrollbar-width:none] large-text:flex-wrap',
          isTight && 'max-sm:gap-0',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className={clsx(
              'z-1 flex min-h-10 flex-1 items-center justify-center gap-x-2 whitespace-nowrap rounded-control font-medium text-sm text-text-secondary transition hover:text-text-primary data-active:text-text-primary sm:px-4 pointer-coarse:min-h-11',
              isTight ? 'px-0.5 max-sm:flex-col max-sm:text-xs' : 'px-2.5',
            )}
          >
            {tab.short ? (
              <>
                <span aria-hidden="true" className="sm:hidden">
                  {tab.short}
                </span>
                <span className="max-sm:sr-only">{tab.label}</span>
              </>
            ) : (
              tab.label
            )}
            {tab.total ? (
              <span data-figures="" className="text-text-tertiary text-xs">
                {tab.total.toLocaleString()}
              </span>
            ) : null}
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
        <Base.Indicator className="absolute top-0 left-0 h-(--active-tab-height) w-(--active-tab-width) translate-x-(--active-tab-left) translate-y-(--active-tab-top) rounded-control bg-bg-raised shadow-float ring-1 ring-border transition-[translate,width]" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.keeps ?? false}
          className="pt-4 outline-offset-4"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
