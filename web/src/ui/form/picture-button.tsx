import { Camera } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

type Props = {
  label: string;
  /** The current picture. */
  children: ReactNode;
  busy?: boolean;
  onPick: (file: File) => void;
};

/** A picture that is changed by a tap. A phone offers its camera and pictures. */
export function PictureButton({ label, children, busy = false, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-busy={busy}
        disabled={busy}
        onClick={() => input.current?.click()}
        className="relative shrink-0 rounded-full transition hover:brightness-95 disabled:opacity-60"
      >
        {children}
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full bg-primary text-on-primary ring-3 ring-bg-raised">
          <Camera aria-hidden="true" className="size-4" />
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onPick(file);
          // Lets the user choose the same file again.
          event.target.value = '';
        }}
      />
    </>
  );
}
