import type { User } from '@spotter/contract/users/users.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { browserZone, likelyZone } from '#platform/timezones/detect.ts';
import { TimezonePicker } from '#platform/timezones/timezone-picker.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { BusinessType } from './business-type-step.tsx';

/** `zonePicked`: the owner chose the zone, so no address changes it. */
export type FirstGym = { name: string; address: string; zone: string | null; zonePicked: boolean };

type Props = {
  businessType: BusinessType;
  gym: FirstGym;
  onChange: (gym: FirstGym) => void;
  onBack: () => void;
  /** Opens the email verification step if the server still requires it. */
  onVerify: () => void;
  onDone: (user: User) => void;
};

/** The fields of this form. */
const FIELDS = ['location_name', 'location_address', 'timezone'];

type Payload = Parameters<typeof api.completeOnboarding>[0]['body'];

/** The first gym: its address and time zone. */
export function FirstGymStep({ businessType, gym, onChange, onBack, onVerify, onDone }: Props) {
  const { name, address, zone, zonePicked } = gym;
  const [tried, setTried] = useState(false);
  const completion = useSubmit((body: Payload, options) => api.completeOnboarding({ body }, options), onDone);
  const missing = name.trim() === '' || address.trim() === '' || zone === null;
  const refused = serverFieldErrors(completion.error);
  const unverified = completion.error instanceof ApiError && completion.error.code === 'email_not_verified';

  // The wizard doesn't ask for the country; the address may name it.
  useEffect(() => {
    if (zonePicked) return;
    const likely = likelyZone({ country: '', address, browser: browserZone() });
    if (likely !== zone) onChange({ name, address, zone: likely, zonePicked });
  }, [name, address, zone, zonePicked, onChange]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (missing) return;
    completion.submit({
      business_type: businessType,
      location_name: name,
      location_address: address,
      timezone: zone,
      onboarding_completed: true,
    });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl">{businessType === 'multiple' ? 'Your first location' : 'Your location'}</h1>
        <p className="text-text-secondary">Members see it on every session, and opening hours use its timezone.</p>
      </div>
      {tried && missing ? <Banner>Please fill in all location details</Banner> : null}
      {completion.isError ? (
        <Banner
          action={
            unverified ? (
              <button type="button" className="shrink-0 font-semibold underline" onClick={onVerify}>
                Verify email
              </button>
            ) : null
          }
        >
          {bannerText(completion.error, FIELDS, 'Failed to complete onboarding. Please try again.')}
        </Banner>
      ) : null}
      <div className="flex flex-col gap-5">
        <TextField
          label="Location name"
          value={name}
          onChange={(event) => onChange({ ...gym, name: event.target.value })}
          error={refused.get('location_name')}
        />
        <TextField
          label="Address"
          autoComplete="street-address"
          value={address}
          onChange={(event) => onChange({ ...gym, address: event.target.value })}
          error={refused.get('location_address')}
        />
        <TimezonePicker
          value={zone}
          onChange={(next) => onChange({ ...gym, zone: next, zonePicked: true })}
          error={refused.get('timezone')}
        />
      </div>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="lg" full loading={completion.sending}>
          Complete setup
        </Button>
        <Button variant="ghost" full onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
