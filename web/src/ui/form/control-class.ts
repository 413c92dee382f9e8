/** Border, surface and states shared by all inputs. 16 px text keeps phones from zooming in. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-border-control/70 bg-bg-main text-base text-text-primary transition ' +
  'hover:border-border-control focus:border-primary-text focus:outline-none focus:ring-3 focus:ring-primary/20 ' +
  'aria-invalid:border-status-error-text aria-invalid:ring-status-error/15 data-popup-open:border-primary-text data-popup-open:ring-3 data-popup-open:ring-primary/20 ' +
  'disabled:cursor-not-allowed disabled:bg-bg-secondary disabled:text-text-disabled data-disabled:bg-bg-secondary data-disabled:text-text-disabled';
