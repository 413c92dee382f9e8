import { useLogin } from '#platform/login/use-login.ts';
import { useTheme } from '#platform/theme/theme-provider.tsx';

/** The gym's logo, or its first letter on the gym's color. */
export function BrandMark() {
  const { theme } = useTheme();
  const { gymConfig } = useLogin();
  const name = gymConfig?.organization?.name ?? 'Spotter';
  const { url, height } = theme.assets.logo;
  // The bars around it have room for so much of the height a gym wishes.
  if (url) return <img src={url} alt={name} style={{ height }} className="max-h-14 max-w-16 object-contain" />;
  return (
    <span
      role="img"
      aria-label={name}
      className="grid size-10 shrink-0 place-items-center rounded-card bg-primary font-bold font-heading text-lg text-on-primary"
    >
      <span aria-hidden="true">{[...name][0]}</span>
    </span>
  );
}
