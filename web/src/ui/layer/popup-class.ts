/** Shared by all popups: one surface, one shadow, one animation. */
export const popupClass =
  'origin-(--transform-origin) overflow-hidden rounded-card bg-bg-raised text-text-primary shadow-float outline-none ring-1 ring-border transition-[opacity,transform] ' +
  'data-starting-style:scale-[0.97] data-starting-style:opacity-0 data-ending-style:scale-[0.97] data-ending-style:opacity-0';

export const optionClass =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-control px-3 py-2 text-base outline-none ' +
  'data-highlighted:bg-bg-secondary-hover data-disabled:cursor-not-allowed data-disabled:opacity-45 [&_svg]:size-4.5 [&_svg]:shrink-0';
