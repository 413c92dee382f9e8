import { Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { TextField } from './text-field.tsx';

type Props = {
  /** Read aloud; sighted readers see the icon and the placeholder. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  end?: ReactNode;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

/** Finds something as its words are typed. */
export function SearchField({ onChange, ...rest }: Props) {
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
      {...rest}
    />
  );
}
