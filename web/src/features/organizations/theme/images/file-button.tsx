import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/button.tsx';

type Props = { icon: ReactNode; children: ReactNode; loading?: boolean; onPick: (file: File) => void };

/** A button that asks for a picture. */
export function FileButton({ icon, children, loading = false, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" icon={icon} loading={loading} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/svg+xml"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file);
          // Lets the admin choose the same file again.
          event.target.value = '';
        }}
      />
    </>
  );
}
