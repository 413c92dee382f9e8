import { useTheme } from '#platform/theme/theme-provider.tsx';

/** The organization's colors and fonts as its members see them. */
export function ThemePreview() {
  const { theme, dark } = useTheme();
  const { primary, secondary, background, text } = theme.colors;
  const swatches: [name: string, color: string][] = [
    ['Primary', primary],
    ['Secondary', secondary],
    ['Background', background.main],
    ['Text', text.primary],
  ];
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-3">
        {swatches.map(([name, color]) => (
          <li key={name} className="flex min-w-0 items-center gap-3">
            <span
              className="size-10 shrink-0 rounded-control border border-border"
              style={{ backgroundColor: color }}
            />
            <span className="flex min-w-0 flex-col leading-tight">
              <span className="truncate font-medium text-sm">{name}</span>
              <span className="text-text-tertiary text-xs uppercase">{color}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-text-secondary">
        {dark ? 'Dark' : 'Light'} theme, headings in {theme.typography.fontFamilies.heading.name}, text in{' '}
        {theme.typography.fontFamilies.body.name}.
      </p>
    </div>
  );
}
