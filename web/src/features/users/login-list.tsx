import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { deviceName } from './device-name.ts';
import { myLoginsQuery, useRevokeMyLogin } from './users.queries.ts';

const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Where the member is signed in, with a way to sign out unknown devices. */
export function LoginList() {
  const logins = useQuery(myLoginsQuery());
  const end = useRevokeMyLogin();
  if (logins.isPending) return <SkeletonText lines={4} />;
  if (logins.isError) return <ErrorState title="Couldn't load your sign-ins" onRetry={() => void logins.refetch()} />;
  return (
    <ul className="flex flex-col">
      {logins.data.results.map((login) => {
        const device = deviceName(login.user_agent);
        const Icon = device.mobile ? Smartphone : Monitor;
        return (
          <li
            key={login.id}
            className="flex items-center gap-4 large-text:flex-wrap border-border border-t py-3 first:border-0"
          >
            <Icon aria-hidden="true" className="size-6 shrink-0 text-text-tertiary" />
            <span className="flex min-w-0 flex-1 flex-col large-text:basis-[9rem]">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {device.name}
                {login.is_current ? <Badge tone="success">This device</Badge> : null}
              </span>
              <span className="text-sm text-text-secondary">
                Last used {when.format(new Date(login.last_used_at))}
                {login.ip ? ` · ${login.ip}` : ''}
              </span>
            </span>
            {login.is_current ? null : (
              <Button
                variant="secondary"
                size="sm"
                loading={end.isPending && end.variables === login.id}
                onClick={() =>
                  end.mutate(login.id, {
                    onSuccess: () => toasts.success('Signed out on that device'),
                    onError: (error) => toasts.error(errorText(error, "Couldn't sign out that device. Try again.")),
                  })
                }
              >
                Sign out
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
