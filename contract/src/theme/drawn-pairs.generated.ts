/** Generated from the rendered screens by `npm run drawn-pairs`: each text, and the grounds on which it is drawn. */
export const drawnPairs: Readonly<Record<string, readonly string[]>> = {
  'calendar-time-label': ['bg-main'],
  'on-face': ['mixed'],
  'on-primary': ['primary', 'primary-hover'],
  'on-status-error': ['status-error', 'status-error-hover'],
  'on-workout-*-accent': ['workout-*-accent'],
  'primary-text': ['bg-main', 'bg-raised', 'bg-secondary', 'bg-secondary-hover-on-raised', 'bg-secondary-on-raised', 'primary-soft', 'primary-soft-on-raised'],
  'status-error-text': ['bg-main', 'status-error-bg'],
  'status-info-text': ['status-info-bg'],
  'status-success-text': ['bg-main', 'status-success-bg'],
  'status-warning-text': ['status-warning-bg'],
  'text-inverse': ['text-primary'],
  'text-primary': ['bg-main', 'bg-raised', 'bg-secondary', 'bg-secondary-hover', 'bg-secondary-hover-on-raised', 'bg-secondary-on-raised', 'primary-soft', 'primary-soft-on-raised'],
  'text-secondary': ['bg-main', 'bg-raised', 'bg-secondary', 'bg-secondary-hover', 'bg-secondary-hover-on-raised', 'bg-secondary-on-raised', 'primary-soft', 'primary-soft-on-raised'],
  'text-tertiary': ['bg-main', 'bg-raised', 'bg-secondary', 'bg-secondary-hover', 'bg-secondary-hover-on-raised', 'bg-secondary-on-raised', 'primary-soft-on-raised'],
  'workout-*-text': ['workout-*-bg'],
  'workout-*-title': ['workout-*-bg'],
};
