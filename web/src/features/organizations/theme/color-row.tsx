import { themeLimits } from '@spotter/contract/limits.ts';
import { parseColor } from '@spotter/contract/theme/color.ts';
import type { ColorPath } from '@spotter/contract/theme/color-paths.ts';
import { AA_TEXT } from '@spotter/contract/theme/contrast.ts';
import type { Verdict } from '@spotter/contract/theme/readable-colors.ts';
import { Check, TriangleAlert, WandSparkles } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/form/control-class.ts';
import { FieldNote } from '#ui/form/field.tsx';
import { labelOf } from './theme.words.ts';

type Props = {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (color: string) => void;
  children?: ReactNode;
};

/** One color: picked, or typed in any notation of the web. */
export function ColorRow({ label, hint, value, onChange, children }: Props) {
  const id = useId();
  // Undo, a fix or a loaded theme brings another color, and with it ends what was typed for this one.
  const [own, setOwn] = useState<{ value: string; text: string } | null>(null);
  const typed = own?.value === value ? own.text : null;
  const isWrong = typed !== null && parseColor(typed) === null;
  const type = (text: string) => {
    const color = parseColor(text);
    setOwn({ value: color ?? value, text });
    if (color) onChange(color);
  };
  return (
    <div className="flex flex-col gap-1.5 py-2">
      <div className="flex items-center gap-3">
        <input
          type="color"
          aria-label={`Pick ${label}`}
          value={value.slice(0, 7)}
          onChange={(event) => {
            setOwn(null);
            onChange(event.target.value);
          }}
          className="size-11 shrink-0 cursor-pointer appearance-none rounded-control border border-border-control/70 bg-transparent p-0.5 [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:rounded-[0.5rem] [&::-webkit-color-swatch]:border-0"
        />
        <label htmlFor={id} className="flex min-w-0 flex-1 flex-col">
          <span className="font-medium text-sm">{label}</span>
          {hint ? <span className="text-text-tertiary text-xs">{hint}</span> : null}
        </label>
        <input
          id={id}
          value={typed ?? value}
          maxLength={themeLimits.color}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-note` : undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={() => isWrong || setOwn(null)}
          className={`${controlClass} h-11 w-28! shrink-0 px-3 font-mono text-sm!`}
        />
      </div>
      <FieldNote id={`${id}-note`} error={isWrong ? 'Not a color. Try #7c3aed or purple.' : null} />
      {children}
    </div>
  );
}

type VerdictProps = { path: ColorPath; verdict: Verdict; onFix: () => void };

/** How readable a color is, and a tap that makes it so. */
export function ContrastVerdict({ path, verdict, onFix }: VerdictProps) {
  // Rounded down, because 4.49 isn't enough.
  const ratio = Math.floor(verdict.ratio * 10) / 10;
  const pair = `${ratio.toFixed(1)}:1 against ${labelOf(verdict.with)}`;
  if (verdict.passes)
    return (
      <p className="flex items-start gap-1.5 pl-14 text-text-tertiary text-xs">
        <Check aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-status-success-text" />
        Easy to read (AA), {pair}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2 pl-14">
      <p className="flex items-start gap-1.5 text-status-warning-text text-xs">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
        <span>
          Hard to read, {pair}. AA needs {AA_TEXT}:1, so members see
          <span
            role="img"
            aria-label={verdict.shown}
            className="mx-1 inline-block size-3.5 rounded-full border border-border align-[-2px]"
            style={{ backgroundColor: verdict.shown }}
          />
        </span>
      </p>
      <Button size="sm" variant="secondary" icon={<WandSparkles />} aria-label={`Fix ${labelOf(path)}`} onClick={onFix}>
        Fix
      </Button>
    </div>
  );
}
