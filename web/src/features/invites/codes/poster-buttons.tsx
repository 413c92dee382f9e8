import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';

const sizes = ['a4', 'a5'] as const;

/** Saves a poster to print, with the QR code and three steps in the gym's brand. */
export function PosterButtons({ id, code }: { id: string; code: string }) {
  const poster = useMutation({
    mutationFn: (size: (typeof sizes)[number]) => api.getInvitePoster({ params: { id }, query: { size } }),
    onSuccess: (file, size) => saveFile(file, `poster-${code}-${size}.pdf`),
    onError: (error) => toasts.error(errorText(error, "Couldn't make the poster. Try again.")),
  });
  return sizes.map((size) => (
    <Button
      key={size}
      variant="secondary"
      icon={<Printer />}
      loading={poster.isPending && poster.variables === size}
      disabled={poster.isPending}
      onClick={() => poster.mutate(size)}
    >
      {`Poster ${size.toUpperCase()}`}
    </Button>
  ));
}
