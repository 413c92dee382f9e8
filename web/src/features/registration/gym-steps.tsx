import { Building, Building2 } from 'lucide-react';
import { useEffect } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { countries } from '#platform/timezones/countries.ts';
import { browserZone, likelyZone } from '#platform/timezones/detect.ts';
import { TimezonePicker } from '#platform/timezones/timezone-picker.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { Combobox } from '#ui/form/combobox.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { zonePicked } from './gym-draft.ts';
import { type GymField, type GymValues, memberRanges } from './gym-registration.ts';

export type StepProps = { form: UseFormReturn<GymValues>; errorOf: (field: GymField) => string | undefined };

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));
const rangeOptions = memberRanges.map((value) => ({ value, label: `${value.replace('-', ' to ')} members` }));

export function InformationStep({ form, errorOf }: StepProps) {
  const { register, control } = form;
  return (
    <>
      <TextField
        label="Organization name"
        autoComplete="organization"
        placeholder="Iron Harbour"
        error={errorOf('organization_name')}
        {...register('organization_name')}
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
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          error={errorOf('business_phone')}
          {...register('business_phone')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('business_email')}
          {...register('business_email')}
        />
      </div>
      <TextField
        label="Website"
        optional
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        placeholder="yourgym.com"
        error={errorOf('business_website')}
        {...register('business_website')}
      />
    </>
  );
}

export function LocationStep({ form, errorOf }: StepProps) {
  const { register, control, setValue, getValues } = form;
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
      <TextField
        label="Location name"
        placeholder="Harbour Street"
        error={errorOf('location_name')}
        {...register('location_name')}
      />
      <TextField
        label="Address"
        autoComplete="street-address"
        placeholder="12 Wharf Road, Sydney NSW"
        error={errorOf('business_address')}
        {...register('business_address')}
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

export function AccountStep({ form, errorOf }: StepProps) {
  const { register } = form;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errorOf('owner_first_name')}
          {...register('owner_first_name')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errorOf('owner_last_name')}
          {...register('owner_last_name')}
        />
      </div>
      <TextField
        label="Admin email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We'll send your login credentials here."
        error={errorOf('owner_email')}
        {...register('owner_email')}
      />
      <Checkbox label={<TermsLabel />} error={errorOf('terms_agreed')} {...register('terms_agreed')} />
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
