import { luminance } from '@spotter/contract/theme/color-math.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { readColor } from '#platform/theme/colors.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Cameras need dark on light in any theme, so the darker of background and text color draws the code. */
function inks(): { dark: string; light: string } {
  const style = getComputedStyle(document.documentElement);
  const colors = ['--color-text-primary', '--color-bg-main'].flatMap(
    (name) => readColor(style.getPropertyValue(name)) ?? [],
  );
  const [dark = 'black', light = 'white'] = colors.sort((one, other) => luminance(one) - luminance(other));
  return { dark, light };
}

async function draw(address: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(address, { width: 720, margin: 3, errorCorrectionLevel: 'M', color: inks() });
}

type Props = { address: string; title: string; hint?: string };

/** A code to scan from the screen or to print. */
export function QrCode({ address, title, hint = 'Let a friend scan it with their camera.' }: Props) {
  const code = useQuery({ queryKey: ['qr', address], queryFn: () => draw(address) });
  if (code.isError)
    return <p className="text-sm text-text-secondary">Couldn't draw the QR code, but the link works.</p>;
  return (
    <figure aria-busy={!code.data} className="flex flex-col items-center gap-3">
      {code.data ? (
        <img
          src={code.data}
          alt={`QR code for ${title}`}
          className="size-60 animate-enter rounded-card ring-1 ring-border"
        />
      ) : (
        <Skeleton className="size-60 rounded-card" />
      )}
      <figcaption className="text-center text-sm text-text-secondary">{hint}</figcaption>
      {code.data ? (
        <a href={code.data} download={fileName(title)} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Download aria-hidden="true" />
          Save as image
        </a>
      ) : (
        <Skeleton className="h-9 w-36" />
      )}
    </figure>
  );
}

const fileName = (title: string) =>
  `spotter-${
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'session'
  }.png`;
