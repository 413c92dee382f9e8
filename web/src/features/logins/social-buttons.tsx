import { useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { buttonClass } from '#ui/button-class.ts';

type Provider = { client_id: string; authorization_url: string };

/** Where the provider sends the browser back to. */
const returnAddress = () => `${window.location.origin}/login`;

function addressOf({ client_id, authorization_url }: Provider, scope: string): string {
  const url = new URL(authorization_url);
  const wanted = { client_id, redirect_uri: returnAddress(), response_type: 'code', scope };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

/** One button for each provider this installation is set up for; none, and nothing is shown. */
export function SocialButtons() {
  const { data } = useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.getSignInMethods({}, { signal }),
  });
  if (!data?.google && !data?.apple) return null;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-text-tertiary before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {data.google ? (
        <a
          className={buttonClass({ variant: 'secondary', size: 'lg', full: true })}
          href={addressOf(data.google, 'openid profile email')}
        >
          Continue with Google
        </a>
      ) : null}
      {data.apple ? (
        <a
          className={buttonClass({ variant: 'secondary', size: 'lg', full: true })}
          href={addressOf(data.apple, 'name email')}
        >
          Continue with Apple
        </a>
      ) : null}
    </div>
  );
}
