import clsx from 'clsx';
import { useState } from 'react';
import { useSeen } from './list/use-seen.ts';

export type Face = {
  name: string;
  src?: string | null;
  /** Initials to show when `name` is not the full name. */
  initials?: string | null;
  /** The member's own color, in any CSS notation; otherwise a hue derived from the name. */
  color?: string | null;
};

export type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

const sizes: Record<AvatarSize, string> = {
  xs: 'size-6 text-[0.625rem]',
  sm: 'size-8 text-xs',
  md: 'size-11 text-base',
  lg: 'size-16 text-lg',
  xl: 'size-24 text-2xl',
};

function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word && [...word][0]);
  // The joiner keeps scripts with connected letters from forming a word.
  return letters.filter(Boolean).join('\u200c').toLocaleUpperCase() || '?';
}

const HUES = 6;

function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `var(--color-face-${(sum % HUES) + 1})`;
}

type AvatarProps = Face & {
  size?: AvatarSize;
  /** Shows a dot for a member who is here now. */
  online?: boolean;
  /** Set when the name is next to the avatar, so that it isn't read twice. */
  decorative?: boolean;
  className?: string;
};

/** The picture, or initials on a tint of the member's color while there is none or it is off screen. */
export function Avatar({ name, src, initials: given, color, size = 'md', online, decorative, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [ref, seen] = useSeen<HTMLSpanElement>();
  const label = online ? `${name}, online` : name;
  const hue = color && CSS.supports('color', color) ? color : hueOf(name);
  return (
    <span
      ref={ref}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: name })}
      className={clsx('relative inline-block shrink-0 rounded-full', sizes[size], className)}
    >
      {/* A press on initials whose picture arrives before the release would be lost with them. */}
      <span
        className="pointer-events-none grid size-full select-none place-items-center overflow-hidden rounded-full font-semibold text-on-face leading-none"
        style={{ backgroundColor: `color-mix(in oklab, ${hue} 26%, var(--color-face-ground))` }}
      >
        {src && seen && broken !== src ? (
          <img src={src} alt="" decoding="async" onError={() => setBroken(src)} className="size-full object-cover" />
        ) : (
          <span aria-hidden="true">{given || initials(name)}</span>
        )}
      </span>
      {online ? (
        <span className="pointer-events-none absolute right-0 bottom-0 size-[26%] min-h-2 min-w-2 rounded-full bg-status-success ring-2 ring-bg-main" />
      ) : null}
    </span>
  );
}

type AvatarGroupProps = {
  faces: readonly Face[];
  max?: number;
  total?: number;
  size?: AvatarSize;
  className?: string;
  /** Instead of names, where they aren't known. */
  label?: string;
};

/** Overlapping avatars, with the rest as a number. */
export function AvatarGroup({ faces, max = 4, total = faces.length, size = 'sm', className, label }: AvatarGroupProps) {
  const shown = faces.slice(0, total > max ? max - 1 : max);
  const rest = total - shown.length;
  const names = shown.map((face) => face.name).join(', ');
  return (
    <span
      role="img"
      aria-label={label ?? (rest > 0 ? `${names} and ${rest} more` : names)}
      className={clsx('flex shrink-0 items-center', className)}
    >
      {shown.map((face, index) => (
        <Avatar
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and the row is only ever replaced
          key={`${face.name}-${index}`}
          {...face}
          size={size}
          decorative
          className={clsx('ring-2 ring-bg-main', index > 0 && '-ml-[0.5em]')}
        />
      ))}
      {rest > 0 ? (
        <span
          data-figures=""
          aria-hidden="true"
          className={clsx(
            'relative -ml-[0.5em] grid shrink-0 place-items-center rounded-full bg-bg-secondary-hover font-semibold text-text-secondary ring-2 ring-bg-main',
            sizes[size],
          )}
        >
          +{rest}
        </span>
      ) : null}
    </span>
  );
}
