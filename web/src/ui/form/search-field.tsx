import { Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { IconButton } from '../icon-button.tsx';
import { TextField } from './text-field.tsx';

type Props = {
  /** Read aloud; sighted readers see the icon and the placeholder. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  end?: ReactNode;
  /** With a button that empties it, instead of `end`. */
  clears?: boolean;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Finds something as its words are typed. */
export function SearchField({ onChange, clears = false, end, ...rest }: Props) {
  const clear = <IconButton size="sm" label="Clear search" icon={<X />} onClick={() => onChange('')} />;
  return (
    <TextField
      hideLabel
      type="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      icon={<Search aria-hidden="true" />}
      onChange={(event) => onChange(event.target.value)}
      end={clears && rest.value ? clear : end}
      {...rest}
    />
  );
}
