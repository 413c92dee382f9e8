import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#platform/api/api.ts';
import { offersApple } from '#platform/native.ts';
import { Button } from '#ui/button.tsx';
import { AppleMark, GoogleMark } from './provider-marks.tsx';
import { type Provider, providerName } from './social-data.ts';
import { startTrip } from './social-trip.ts';

export const useSignInMethods = () =>
  useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.getSignInMethods({}, { signal }),
    select: ({ google, apple }) => ({ google, apple: offersApple() ? apple : null }),
  });

/** Goes to the provider's page. */
export function leaveFor(
  provider: Provider,
  config: { client_id: string; authorization_url: string },
  purpose?: 'sign-in' | 'link',
) {
  try {
    window.location.assign(startTrip(provider, config, purpose));
  } catch (error) {
    console.error("Couldn't reach the provider", error);
    // Rarely needed, so not part of the sign-in screen's download.
    void import('#platform/toasts/toasts.tsx').then(({ toasts }) =>
      toasts.error(provider === 'google' ? 'Failed to connect to Google' : 'Apple Sign In failed'),
    );
  }
}

const marks: Record<Provider, ReactNode> = { google: <GoogleMark />, apple: <AppleMark /> };

/** One button per configured provider; nothing without any. */
export function SocialButtons() {
  const { data } = useSignInMethods();
  if (!data?.google && !data?.apple) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-text-tertiary before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {(['google', 'apple'] as const).map((provider) => {
        const config = data[provider];
        return config ? (
          <Button
            key={provider}
            variant="secondary"
            size="lg"
            full
            icon={marks[provider]}
            onClick={() => leaveFor(provider, config)}
          >
            Continue with {providerName[provider]}
          </Button>
        ) : null;
      })}
    </div>
  );
}
