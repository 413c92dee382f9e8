import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { isNative, offersApple } from '#platform/native-app.ts';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';
import { Button } from '#ui/button.tsx';
import { AppleMark, GoogleMark } from './provider-marks.tsx';
import { type Provider, providerName } from './social-data.ts';
import { startTrip, tripInApp } from './social-trip.ts';

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.getSignInMethods({}, { signal }),
    select: ({ google, apple }) => ({ google, apple: offersApple() ? apple : null }),
  });

/** Goes to the provider's page, or asks with the phone's own sheet and goes where the answer is read. */
export async function leaveFor(
  provider: Provider,
  config: { client_id: string; authorization_url: string },
  purpose: 'sign-in' | 'link' = 'sign-in',
): Promise<void> {
  try {
    window.location.assign(
      isNative() ? await tripInApp(provider, config, purpose) : startTrip(provider, config, purpose),
    );
  } catch (error) {
    console.error("Couldn't reach the provider", error);
    // Rarely needed, so not part of the sign-in screen's download.
    void import('#platform/toasts/toasts.tsx').then(({ toasts }) =>
      toasts.error(provider === 'google' ? 'Failed to connect to Google' : 'Apple Sign In failed'),
    );
  }
}

const marks: Record<Provider, ReactNode> = { google: <GoogleMark />, apple: <AppleMark /> };

const all = Object.keys(providerName) as Provider[];

/** The providers of the last visit on this device. */
const lastProviders = storedJson(
  safeLocalStorage,
  'sign_in_providers',
  (value): value is Provider[] => Array.isArray(value) && value.every((one) => all.includes(one)),
);

/**
 * One button per configured provider; nothing without any. Until they are known, the expected ones keep their place:
 * otherwise the form moves under a finger.
 */
export function SocialButtons() {
  const { data, isPending } = useSignInMethods();
  const [expected] = useState(
    () => lastProviders.read() ?? all.filter((provider) => provider !== 'apple' || offersApple()),
  );
  useEffect(() => {
    if (data) lastProviders.write(all.filter((provider) => data[provider]));
  }, [data]);
  const shown = isPending ? expected : all.filter((provider) => data?.[provider]);
  if (shown.length === 0) return null;
  return (
    <div className={clsx('flex flex-col gap-3', isPending && 'invisible')}>
      <p className="flex items-center gap-3 text-sm text-text-tertiary before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {shown.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          size="lg"
          full
          icon={marks[provider]}
          onClick={() => {
            const config = data?.[provider];
            if (config) void leaveFor(provider, config);
          }}
        >
          Continue with {providerName[provider]}
        </Button>
      ))}
    </div>
  );
}
