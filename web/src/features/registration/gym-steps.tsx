import { memberRanges } from '@spotter/contract/gyms/member-ranges.ts';
import { Building, Building2 } from 'lucide-react';
import { useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { countries } from '#platform/timezones/countries.ts';
import { browserZone, likelyZone } from '#platform/timezones/detect.ts';
import { TimezonePicker } from '#platform/timezones/timezone-picker.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { Combobox } from '#ui/form/combobox.tsx';
import { EmailField, NameFields, PhoneField, WebsiteField } from '#ui/form/contact-fields.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { zonePicked } from './gym-draft.ts';
import type { GymField, GymValues } from './gym-registration.ts';

export type StepProps = { form: UseFormReturn<GymValues>; errorOf: (field: GymField) => string | undefined };

const fieldsOf =
  ({ form, errorOf }: StepProps) =>
  (name: GymField) => ({ error: errorOf(name), ...form.register(name) });

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
const rangeOptions = memberRanges.map((value) => ({ value, label: `${value.replace('-', ' to ')} members` }));

export function InformationStep({ form, errorOf }: StepProps) {
  const { control } = form;
  const field = fieldsOf({ form, errorOf });
  return (
    <>
      <TextField
        label="Organization name"
        autoComplete="organization"
        placeholder="Iron Harbour"
        {...field('organization_name')}
      />
      <Controller
        control={control}
        name="business_type"
        render={({ field }) => (
          <RadioGroup
            label="Number of locations"
            columns
            options={[
              { value: 'single', label: 'Single', description: 'One gym', icon: <Building /> },
              { value: 'multiple', label: 'Multiple', description: 'Two or more', icon: <Building2 /> },
            ]}
            value={field.value || null}
            onChange={field.onChange}
            error={errorOf('business_type')}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <Combobox
              label="Country"
              options={countryOptions}
              value={field.value || null}
              onChange={(value) => field.onChange(value ?? '')}
              error={errorOf('country')}
            />
          )}
        />
        <Controller
          control={control}
          name="estimated_members"
          render={({ field }) => (
            <Select
              label="Members"
              options={rangeOptions}
              value={field.value || null}
              onChange={field.onChange}
              error={errorOf('estimated_members')}
            />
          )}
        />
        <PhoneField {...field('business_phone')} />
        <EmailField {...field('business_email')} />
      </div>
      <WebsiteField optional placeholder="yourgym.com" {...field('business_website')} />
    </>
  );
}

export function GymStep({ form, errorOf }: StepProps) {
  const { control, setValue, getValues } = form;
  const field = fieldsOf({ form, errorOf });
  const address = form.watch('business_address');
  const country = form.watch('country');
  // A zone the owner picked stays; a guessed one follows the typed address.
  useEffect(() => {
    if (zonePicked.read()) return;
    const zone = likelyZone({ country, address, browser: browserZone() }) ?? '';
    if (zone !== getValues('gym_timezone')) setValue('gym_timezone', zone);
  }, [country, address, getValues, setValue]);
  return (
    <>
      <TextField label="Location name" placeholder="Harbour Street" {...field('location_name')} />
      <TextField
        label="Address"
        autoComplete="street-address"
        placeholder="12 Wharf Road, Sydney NSW"
        {...field('business_address')}
      />
      <Controller
        control={control}
        name="gym_timezone"
        render={({ field }) => (
          <TimezonePicker
            hint="Detected from your country and address. Sessions and opening hours use it."
            value={field.value || null}
            onChange={(zone) => {
              zonePicked.write('true');
              field.onChange(zone ?? '');
            }}
            error={errorOf('gym_timezone')}
          />
        )}
      />
    </>
  );
}

export function AccountStep(props: StepProps) {
  const field = fieldsOf(props);
  return (
    <>
      <NameFields first={field('owner_first_name')} last={field('owner_last_name')} />
      <EmailField label="Admin email" hint="We'll send your login credentials here." {...field('owner_email')} />
      <Checkbox label={<TermsLabel />} {...field('terms_agreed')} />
    </>
  );
}

export function TermsLabel() {
  return (
    <>
      I agree to the{' '}
      <Link to="/terms-of-service" target="_blank" className="font-medium text-primary-text underline">
        terms of service
      </Link>{' '}
      and the{' '}
      <Link to="/privacy-policy" target="_blank" className="font-medium text-primary-text underline">
        privacy policy
      </Link>
    </>
  );
}
