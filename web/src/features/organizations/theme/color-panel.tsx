import { type ColorPath, colorAt, withColor } from '@spotter/contract/theme/color-paths.ts';
import { colorTokens, type DerivedColor, derivedColors } from '@spotter/contract/theme/color-tokens.ts';
import { readableColors, type Verdict, verdictsOf } from '@spotter/contract/theme/readable-colors.ts';
import { RotateCcw, WandSparkles } from 'lucide-react';
import { readTheme } from '#platform/theme/read-theme.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { ColorRow, ContrastVerdict } from './color-row.tsx';
import type { Theme } from './theme.queries.ts';
import { type ColorGroup, colorGroups, derivedNames } from './theme.words.ts';

type Props = { theme: Theme; onEdit: (theme: Theme, field?: string) => void };

/** Each color with its verdict; groups that are rarely touched are folded. */
export function ColorPanel({ theme, onEdit }: Props) {
  const drawn = readTheme(theme);
  const verdicts = verdictsOf(drawn.colors, drawn.overrides);
  const faint = [...verdicts.values()].filter(({ passes }) => !passes);
  const fixAll = () => onEdit({ ...theme, colors: readableColors(drawn.colors, drawn.overrides) });
  return (
    <div className="flex flex-col gap-2">
      {faint.length > 0 ? (
        <Banner
          tone="warning"
          action={
            <Button size="sm" variant="secondary" icon={<WandSparkles />} onClick={fixAll}>
              Fix all
            </Button>
          }
        >
          {faint.length === 1 ? '1 color is hard to read.' : `${faint.length} colors are hard to read.`} Members see
          readable shades instead. Fixing takes them over; your page stays as it is.
        </Banner>
      ) : null}
      {colorGroups.map((group) => (
        <Disclosure
          key={group.title}
          label={group.title}
          value={<Swatches theme={theme} group={group} verdicts={verdicts} />}
        >
          {group.hint ? <p className="pb-1 text-sm text-text-secondary">{group.hint}</p> : null}
          {group.fields.map(({ path, label, hint }) => {
            const verdict = verdicts.get(path);
            const set = (color: string, field?: string) =>
              onEdit({ ...theme, colors: withColor(theme.colors, path, color) }, field);
            return (
              <ColorRow
                key={path}
                label={label}
                hint={hint}
                value={colorAt(theme.colors, path)}
                onChange={(color) => set(color, path)}
              >
                {verdict ? <ContrastVerdict path={path} verdict={verdict} onFix={() => set(verdict.shown)} /> : null}
              </ColorRow>
            );
          })}
        </Disclosure>
      ))}
      <Overrides theme={theme} onEdit={onEdit} />
    </div>
  );
}

type SwatchesProps = { theme: Theme; group: ColorGroup; verdicts: Map<ColorPath, Verdict> };

/** Warns from outside when one of the colors inside is hard to read. */
function Swatches({ theme, group, verdicts }: SwatchesProps) {
  const faint = group.fields.filter(({ path }) => verdicts.get(path)?.passes === false).length;
  return (
    <span className="flex items-center gap-2">
      {faint > 0 ? <span className="text-status-warning-text">{faint} hard to read</span> : null}
      <span className="flex -space-x-1">
        {group.fields.map(({ path }) => (
          <span
            key={path}
            className="size-5 rounded-full border border-border"
            style={{ backgroundColor: colorAt(theme.colors, path) }}
          />
        ))}
      </span>
    </span>
  );
}

/** Colors that follow from the others until the gym sets its own. */
function Overrides({ theme, onEdit }: Props) {
  const derived = colorTokens(readTheme({ ...theme, overrides: {} }).colors);
  const own = Object.keys(theme.overrides).length;
  const edit = (name: DerivedColor, color: string | null) => {
    const { [name]: _, ...others } = theme.overrides;
    onEdit({ ...theme, overrides: color ? { ...others, [name]: color } : others }, `overrides.${name}`);
  };
  return (
    <Disclosure label="Fine-tuning" value={own === 0 ? 'Automatic' : own === 1 ? '1 own color' : `${own} own colors`}>
      <p className="pb-1 text-sm text-text-secondary">
        These follow from your other colors. Set one only if you want it different.
      </p>
      {(Object.keys(derivedColors) as DerivedColor[]).map((name) => {
        const chosen = theme.overrides[name];
        const value = chosen ?? derived[`--color-${derivedColors[name]}`] ?? '#000000';
        return (
          <div key={name} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <ColorRow
                label={derivedNames[name]}
                hint={chosen ? 'Your own' : 'Automatic'}
                value={value}
                onChange={(color) => edit(name, color)}
              />
            </div>
            <IconButton
              label={`Make ${derivedNames[name]} automatic`}
              icon={<RotateCcw />}
              disabled={!chosen}
              onClick={() => edit(name, null)}
              className="mt-2"
            />
          </div>
        );
      })}
    </Disclosure>
  );
}
