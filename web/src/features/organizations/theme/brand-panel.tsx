import { type Brand, compileBrand, type Proposal } from '@spotter/contract/theme/brand-compiler.ts';
import { brandOfImage } from '@spotter/contract/theme/dominant-colors.ts';
import { readableColors } from '@spotter/contract/theme/readable-colors.ts';
import clsx from 'clsx';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { ColorRow } from './color-row.tsx';
import { FileButton } from './images/file-button.tsx';
import { pixelsOf } from './images/image-pixels.ts';
import type { Theme } from './theme.queries.ts';
import { isSame } from './theme-draft.ts';

type Props = { theme: Theme; onEdit: (theme: Theme, field?: string) => void };

const notes: Record<Proposal['name'], string> = {
  Light: 'White, with your color for what matters',
  Dark: 'Easy on the eyes in the evening',
  Bold: 'Your color everywhere',
};

/** Three complete themes from one color, a logo or a screenshot. */
export function BrandPanel({ theme, onEdit }: Props) {
  const [brand, setBrand] = useState<Brand>({ primary: theme.colors.primary });
  const proposals = compileBrand(brand, theme);
  const take = async (file: File) => {
    try {
      setBrand(brandOfImage(await pixelsOf(file)));
    } catch {
      toasts.error("Couldn't read this picture. Use a PNG, JPEG, WebP or SVG.");
    }
  };
  return (
    <section className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg">Start from your brand</h2>
        <p className="text-sm text-text-secondary">
          Choose your color, or a picture of your logo or website. We'll suggest three readable themes.
        </p>
      </header>
      <div className="flex flex-col">
        <ColorRow label="Your color" value={brand.primary} onChange={(primary) => setBrand({ ...brand, primary })} />
        {brand.secondary ? (
          <ColorRow
            label="Your second color"
            value={brand.secondary}
            onChange={(secondary) => setBrand({ ...brand, secondary })}
          />
        ) : null}
        <FileButton icon={<ImageUp />} onPick={(file) => void take(file)}>
          Colors from a picture
        </FileButton>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3">
        {proposals.map(({ name, theme: proposed }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isSame(proposed, theme)}
              onClick={() => onEdit(proposed)}
              className={clsx(
                'flex h-full w-full flex-col gap-3 rounded-card border p-3 text-left transition',
                isSame(proposed, theme)
                  ? `border-transparent ${chosenLook}`
                  : 'border-border hover:border-border-control',
              )}
            >
              <ThemeSwatch theme={proposed} />
              <span className="flex flex-col">
                <span className="font-semibold text-sm">{name}</span>
                <span className="text-text-secondary text-xs">{notes[name]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A theme at a glance. */
export function ThemeSwatch({ theme }: { theme: Theme }) {
  const colors = readableColors(theme.colors);
  return (
    <span
      aria-hidden="true"
      data-other-theme=""
      className="flex h-14 w-full items-center gap-1 overflow-hidden rounded-control border border-border px-2"
      style={{ backgroundColor: colors.background.main, color: colors.text.primary }}
    >
      <span className="font-bold font-heading">Aa</span>
      <span className="h-5 w-6 shrink-0 rounded-full" style={{ backgroundColor: colors.primary }} />
      <span className="size-5 shrink-0 rounded-full" style={{ backgroundColor: colors.secondary }} />
      <span
        className="h-5 min-w-0 flex-1 rounded-control"
        style={{ backgroundColor: colors.background.secondaryHover }}
      />
    </span>
  );
}
