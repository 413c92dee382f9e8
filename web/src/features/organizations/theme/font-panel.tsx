import { themeLimits } from '@spotter/contract/limits.ts';
import { fontHosts } from '@spotter/contract/theme/theme-default.ts';
import { useEffect, useState } from 'react';
import { loadFont } from '#platform/theme/fonts.ts';
import { clockOf } from '#platform/wall-time.ts';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { type Font, fontChoices, isChoice } from './fonts.ts';
import type { Theme } from './theme.queries.ts';

type Props = { theme: Theme; onEdit: (theme: Theme, field?: string) => void };

const OTHER = 'other';

/** The fonts of titles and of everything else. */
export function FontPanel({ theme, onEdit }: Props) {
  const edit = (key: 'heading' | 'body') => (font: Font, field?: string) =>
    onEdit(
      { ...theme, typography: { fontFamilies: { ...theme.typography.fontFamilies, [key]: font } } },
      field && `font.${key}.${field}`,
    );
  const { heading, body } = theme.typography.fontFamilies;
  return (
    <div className="flex flex-col gap-8">
      <FontFields label="Titles" font={heading} onEdit={edit('heading')} />
      <FontFields label="Text" font={body} onEdit={edit('body')} />
    </div>
  );
}

function isOnHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && (fontHosts as readonly string[]).includes(hostname);
}

const isName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9 _-]{0,63}$/.test(name);

type FieldsProps = { label: string; font: Font; onEdit: (font: Font, field?: string) => void };

function FontFields({ label, font, onEdit }: FieldsProps) {
  // Undo, redo and a loaded theme bring another font, and with it end what was typed for this one.
  const [own, setOwn] = useState<{ font: Font; name: string; url: string } | null>(null);
  const typed = own?.font === font ? own : null;
  const other = typed !== null || !isChoice(font);
  const { name, url } = typed ?? { name: font.name, url: font.url ?? '' };
  useEffect(() => loadFont(font), [font]);
  const type = (next: { name: string; url: string }) => {
    const address = next.url.trim();
    const isRight = isName(next.name) && (address === '' || isOnHost(address));
    const chosen = isRight ? { ...font, name: next.name, url: address || null } : font;
    setOwn({ font: chosen, ...next });
    if (isRight) onEdit(chosen, 'own');
  };
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={label}
        options={[
          ...fontChoices.map((choice) => ({ value: choice.name, label: `${choice.name} · ${choice.note}` })),
          { value: OTHER, label: 'Another font…' },
        ]}
        value={other ? OTHER : font.name}
        onChange={(chosen) => {
          const choice = fontChoices.find((one) => one.name === chosen);
          if (!choice) return setOwn({ font, name, url });
          const { note: _, ...next } = choice;
          onEdit(next);
        }}
      />
      {other ? (
        <>
          <TextField
            label="Name of the font"
            hint="Exact font name, e.g. Source Sans 3."
            value={name}
            maxLength={themeLimits.fontName}
            error={isName(name) ? null : 'Use letters, digits, spaces and dashes.'}
            onChange={(event) => type({ name: event.target.value, url })}
          />
          <TextField
            label="Address of the font"
            optional
            type="url"
            inputMode="url"
            placeholder="https://fonts.bunny.net/css?family=…"
            hint={`From ${fontHosts.join(', ')}. Leave it empty for a font that is on the device.`}
            value={url}
            maxLength={themeLimits.fontAddress}
            error={
              url.trim() === '' || isOnHost(url.trim()) ? null : `Use an https address of ${fontHosts.join(', ')}.`
            }
            onChange={(event) => type({ name, url: event.target.value })}
          />
        </>
      ) : null}
      <p
        className="rounded-card bg-bg-secondary px-4 py-3 text-lg"
        style={{ fontFamily: `"${font.name === 'Inter' ? 'Inter Variable' : font.name}", ${font.fallback}` }}
      >
        Train together at {clockOf('06:30')}
      </p>
    </div>
  );
}
