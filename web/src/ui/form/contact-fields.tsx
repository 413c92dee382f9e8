import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

type ContactFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type' | 'inputMode'> & { label?: string };

/** Fields with the right keyboard, which neither capitalize nor correct what a phone types. */
export const EmailField = (props: ContactFieldProps) => (
  <TextField label="Email" autoComplete="email" {...verbatim} {...props} type="email" inputMode="email" />
);

export const PhoneField = (props: ContactFieldProps) => (
  <TextField label="Phone" autoComplete="tel" {...props} type="tel" inputMode="tel" />
);

export const WebsiteField = (props: ContactFieldProps) => (
  <TextField label="Website" autoComplete="url" {...verbatim} {...props} type="url" inputMode="url" />
);

const verbatim = { autoCapitalize: 'none', spellCheck: false };

type OneName = Omit<ComponentProps<typeof TextField>, 'label'>;

/** First and last name, side by side where there is room. */
export const NameFields = ({ first, last }: { first: OneName; last: OneName }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <TextField label="First name" autoComplete="given-name" {...first} />
    <TextField label="Last name" autoComplete="family-name" {...last} />
  </div>
);
