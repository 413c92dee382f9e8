import { Check, Copy } from 'lucide-react';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';

/** A link to share: one tap copies it, and it can be selected by hand. */
export function AddressBox({ label, address }: { label: string; address: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="flex items-center gap-2">
      <TextField
        label={label}
        hideLabel
        readOnly
        dir="ltr"
        value={address}
        className="min-w-0 flex-1"
        onFocus={(event) => event.target.select()}
      />
      <Button
        variant="secondary"
        size="lg"
        icon={copied ? <Check /> : <Copy />}
        className="min-w-28"
        aria-label={copied ? 'Copied!' : `Copy ${label.toLowerCase()}`}
        onClick={() => void copy(address)}
      >
        <span aria-live="polite">{copied ? 'Copied!' : 'Copy'}</span>
      </Button>
    </div>
  );
}
