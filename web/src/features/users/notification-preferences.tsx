import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { ErrorState } from '#ui/empty-state.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { type Channel, myPreferencesQuery, type NotificationKind, useUpdateMyPreferences } from './users.queries.ts';

const kinds: [kind: NotificationKind, label: string][] = [
  ['friend_request', 'Friend requests'],
  ['friend_accepted', 'Accepted friend requests'],
  ['session_invite', 'Session invites'],
  ['session_joined', 'Members joining your sessions'],
  ['session_left', 'Members leaving your sessions'],
  ['session_changed', 'Session changes'],
  ['session_cancelled', 'Cancelled sessions'],
  ['session_starts_soon', 'Session reminders'],
  ['spot_freed', 'Waitlist spots'],
  ['proposal', 'Proposed times'],
  ['proposal_answered', 'Answers to your proposals'],
  ['session_message', 'Session messages'],
  ['message', 'Direct and group messages'],
  ['announcement', 'News from your gym'],
];
const channels: [channel: Channel, label: string][] = [
  ['in_app', 'App'],
  ['push', 'Push'],
  ['email', 'Email'],
];

/** What reaches one, and how. Each switch is kept as soon as it moves. */
export function NotificationPreferences() {
  const preferences = useQuery(myPreferencesQuery());
  const change = useUpdateMyPreferences();
  if (preferences.isPending) return <SkeletonText lines={8} />;
  if (preferences.isError)
    return <ErrorState title="Couldn't load your preferences" onRetry={() => void preferences.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-secondary">You'll always get emails about your account, like password resets.</p>
      <table className="w-full text-left">
        <thead>
          <tr className="text-sm text-text-secondary">
            <th scope="col" className="py-2 font-medium">
              Notify me about
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
                          onError: (error) => toasts.error(errorText(error, "Couldn't save your choice. Try again.")),
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
