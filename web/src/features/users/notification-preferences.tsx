import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { type Channel, type NotificationKind, preferencesQuery, useSwitchNotification } from './users.queries.ts';

const kinds: [kind: NotificationKind, label: string][] = [
  ['friend_request', 'Somebody asks to be your friend'],
  ['friend_accepted', 'Somebody accepts your request'],
  ['session_invite', 'You are invited to a session'],
  ['session_joined', 'Somebody joins your session'],
  ['session_left', 'Somebody leaves your session'],
  ['session_changed', 'A session changes'],
  ['session_cancelled', 'A session is cancelled'],
  ['session_starts_soon', 'A session starts soon'],
  ['spot_freed', 'A place you wait for is free'],
  ['proposal', 'Another time is proposed'],
  ['proposal_answered', 'Your proposal is answered'],
  ['session_message', 'A message in a session'],
  ['message', 'A direct or group message'],
  ['announcement', 'News from your gym'],
];
const channels: [channel: Channel, label: string][] = [
  ['in_app', 'App'],
  ['push', 'Push'],
  ['email', 'Email'],
];

/** What reaches one, and how. Each switch is kept as soon as it moves. */
export function NotificationPreferences() {
  const preferences = useQuery(preferencesQuery());
  const change = useSwitchNotification();
  if (preferences.isPending) return <SkeletonText lines={8} />;
  if (preferences.isError)
    return <ErrorState text="Your preferences did not load." onRetry={() => void preferences.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-secondary">Mails about your account, such as a new password, always reach you.</p>
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-text-secondary">
            <th scope="col" className="py-2 font-medium">
              Tell me when
            </th>
            {channels.map(([channel, label]) => (
              <th key={channel} scope="col" className="w-14 py-2 text-center font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, label]) => (
            <tr key={kind} className="border-border border-t">
              <th scope="row" className="py-1 pr-3 font-normal">
                {label}
              </th>
              {channels.map(([channel, name]) => (
                <td key={channel}>
                  <Checkbox
                    className="items-center"
                    label={
                      <span className="sr-only">
                        {label}: {name}
                      </span>
                    }
                    checked={preferences.data.notifications[kind][channel]}
                    onChange={(event) =>
                      change.mutate(
                        { kind, channel, on: event.target.checked },
                        {
                          onError: (error) =>
                            toasts.error(errorText(error, 'Your choice was not kept. Please try again.')),
                        },
                      )
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
