import clsx from 'clsx';
import { passwordStrength, strengthLabel, strengthLabels } from './password-strength.ts';

const grounds = ['bg-status-error', 'bg-status-warning', 'bg-status-info', 'bg-status-success'];

/** Four bars and a word. Screen readers get the word. */
export function StrengthMeter({ password }: { password: string }) {
  const label = strengthLabel(password);
  const level = label ? Math.max(1, passwordStrength(password)) : 0;
  return (
    <div className="flex items-center gap-3" aria-live="polite">
      <span aria-hidden="true" className="flex flex-1 gap-1.5">
        {strengthLabels.map((name, index) => (
          <span
            key={name}
            className={clsx(
              'h-1.5 flex-1 rounded-full transition-colors',
              index < level ? grounds[level - 1] : 'bg-bg-secondary-hover',
            )}
          />
        ))}
      </span>
      <span className="w-13 text-right font-medium text-sm text-text-secondary">
        {label ? <span className="sr-only">Password strength: </span> : null}
        {label}
      </span>
    </div>
  );
}
