import { longestNominationComment } from '@spotter/contract/limits.ts';
import { Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { bannerText, contractResolver, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, dropDraft, useDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, PhoneField, WebsiteField } from '#ui/form/contact-fields.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { splitName } from './split-name.ts';

const DRAFT = 'nominate';
const empty = {
  name: '',
  email: '',
  phone: '',
  gym_name: '',
  gym_address: '',
  gym_phone: '',
  gym_website: '',
  reason: '',
  preference: '' as '' | 'email' | 'phone',
};
type Values = typeof empty;
type Payload = Parameters<typeof api.nominateGym>[0]['body'];

const given = (text: string) => (text.trim() === '' ? undefined : text);

function payloadOf(values: Values) {
  const { first, last } = splitName(values.name);
  return {
    nominator_first_name: first,
    nominator_last_name: last,
    nominator_email: values.email,
    nominator_phone: given(values.phone),
    contact_preference: values.preference as 'email' | 'phone',
    gym_name: values.gym_name,
    gym_address: values.gym_address,
    gym_phone: given(values.gym_phone),
    gym_website: given(values.gym_website),
    comments: values.reason,
  } satisfies Payload;
}

/** The contract's fields under this form's names. */
const formField: Record<string, keyof Values> = {
  nominator_first_name: 'name',
  nominator_last_name: 'name',
  nominator_email: 'email',
  nominator_phone: 'phone',
  contact_preference: 'preference',
  comments: 'reason',
};
const onForm = (field: string) => formField[field] ?? (field as keyof Values);

const rules = contractResolver<Values>(async () => {
  const { GymNomination } = await import('@spotter/contract/gyms/nominations.ts');
  return {
    safeParse(input) {
      const result = GymNomination.safeParse(payloadOf(input as Values));
      if (result.success) return { success: true };
      const issues = result.error.issues.map(({ path, message }) => ({ path: [onForm(String(path[0]))], message }));
      return { success: false, error: { issues } };
    },
  };
});

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

export function NominationForm({ onSent }: { onSent: (gymName: string) => void }) {
  const form = useForm<Values>({ defaultValues: { ...empty, ...draftOf<Values>(DRAFT) }, resolver: rules });
  useDraft(DRAFT, form);
  const { control } = form;
  const nomination = useSubmit(
    (body: Payload, options) => api.nominateGym({ body }, options),
    (_answer, body) => {
      dropDraft(DRAFT);
      onSent(body.gym_name);
    },
  );
  const refused = serverFieldErrors(nomination.error, onForm);
  const errorOf = (field: keyof Values) => form.formState.errors[field]?.message ?? refused.get(field);
  const field = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  const send = form.handleSubmit((values) => nomination.submit(payloadOf(values)));
  const [preference, phone] = form.watch(['preference', 'phone']);
  const unreachable = preference === 'phone' && phone.trim() === '';

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-10">
      {nomination.isError ? (
        <Banner>
          {bannerText(
            nomination.error,
            Object.keys({ ...empty, ...formField }),
            'Failed to submit nomination. Please try again.',
          )}
        </Banner>
      ) : null}
      <Part title="Your Information">
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <EmailField {...field('email')} />
          <PhoneField label="Your phone" optional={preference !== 'phone'} {...field('phone')} />
        </div>
      </Part>
      <Part title="Gym Information">
        <TextField label="Gym name" {...field('gym_name')} />
        <TextField label="Address" placeholder="Street, suburb or city" {...field('gym_address')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <PhoneField label="Gym phone" optional autoComplete="off" {...field('gym_phone')} />
          <WebsiteField label="Gym website" optional autoComplete="off" {...field('gym_website')} />
        </div>
      </Part>
      <Part title="Tell Us More">
        <TextArea
          label="Why should this gym be on Spotter?"
          placeholder="Who trains there, and how would Spotter help?"
          maxLength={longestNominationComment}
          {...field('reason')}
        />
      </Part>
      <Part title="How We'll Contact You">
        <Controller
          control={control}
          name="preference"
          render={({ field }) => (
            <RadioGroup
              label="Contact preference"
              hideLabel
              columns
              options={[
                { value: 'email', label: 'Email', icon: <Mail /> },
                { value: 'phone', label: 'Phone', icon: <Phone /> },
              ]}
              value={field.value || null}
              onChange={field.onChange}
              error={errorOf('preference')}
              hint={unreachable ? 'Add your phone number above so we can call you.' : undefined}
            />
          )}
        />
        <Button type="submit" size="lg" full loading={nomination.sending} disabled={unreachable}>
          Submit nomination
        </Button>
      </Part>
    </form>
  );
}
