import { useState } from 'react';
import { carriedLook } from '#platform/theme/carried-look.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** Says that the colors chosen in a demo come along, and lets the owner start without them. */
export function CarriedLookNote() {
  const [carried, setCarried] = useState(carriedLook.read);
  if (!carried?.look) return null;
  const { primary, secondary, background } = carried.look.colors;
  const dropLook = () => {
    const rest = { ...carried, look: null };
    carriedLook.write(rest);
    setCarried(rest);
  };
  return (
    <Card look="soft" aria-label="Your look from the demo" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span aria-hidden="true" className="flex -space-x-2">
        {[primary, secondary, background.main].map((color, index) => (
          <span
            // The same color may stand twice.
            key={['primary', 'secondary', 'page'][index]}
            className="size-7 rounded-full border border-border"
            style={{ backgroundColor: color }}
          />
        ))}
      </span>
      <p className="min-w-0 flex-1 basis-48 text-sm">
        <span className="font-semibold">Your colors come along.</span>{' '}
        <span className="text-text-secondary">We'll apply the look you chose in the demo.</span>
      </p>
      <Button variant="ghost" size="sm" onClick={dropLook}>
        Use the default look
      </Button>
    </Card>
  );
}
