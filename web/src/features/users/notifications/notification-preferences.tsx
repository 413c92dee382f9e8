import { useQuery } from '@tanstack/react-query';
import { Disclosure } from '#ui/disclosure.tsx';
import { Checkbox, Switch } from '#ui/form/choice.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { useUpdateMyPreferences } from '../users.mutations.ts';
import { type Channel, myPreferencesQuery, type NotificationKind, type SwitchChange } from '../users.queries.ts';
import { NotificationTimes } from './notification-times.tsx';
import { PushSwitch } from './push-switch.tsx';

type Group = { name: string; hint: string; kinds: [kind: NotificationKind, label: string][] };

const groups: Group[] = [
  {
    name: 'Friends',
    hint: 'Requests and new friends',
    kinds: [
      ['friend_request', 'Friend requests'],
      ['friend_accepted', 'Accepted friend requests'],
      ['friend_away', "Friends who haven't trained for a while"],
    ],
  },
  {
    name: 'Your sessions',
    hint: 'Changes, reminders, spots and who joins',
    kinds: [
      ['session_invite', 'Session invites'],
      ['session_joined', 'Members joining your sessions'],
      ['session_left', 'Members leaving your sessions'],
      ['session_changed', 'Session changes'],
      ['session_cancelled', 'Cancelled sessions'],
      ['session_starts_soon', 'Session reminders'],
      ['spot_freed', 'Waitlist spots'],
      ['kudos', 'Kudos'],
      ['proposal', 'Proposed times'],
      ['proposal_answered', 'Answers to your proposals'],
    ],
  },
  {
    name: 'Messages',
    hint: 'Session chats, direct and group messages',
    kinds: [
      ['session_message', 'Session messages'],
      ['message', 'Direct and group messages'],
    ],
  },
  { name: 'Your gym', hint: 'News from your gym', kinds: [['announcement', 'News from your gym']] },
];
const channels: [channel: Channel, label: string][] = [
  ['in_app', 'App'],
  ['push', 'Push'],
  ['email', 'Email'],
];

type Preferences = Record<NotificationKind, Record<Channel, boolean>>;

const inWords = (kinds: Group['kinds'], preferences: Preferences): string => {
  const on = channels.filter(([channel]) => kinds.some(([kind]) => preferences[kind][channel]));
  if (on.length === 0) return 'Off';
  const alike = on.every(([channel]) => kinds.every(([kind]) => preferences[kind][channel]));
  return alike ? on.map(([, label]) => label).join(', ') : 'Custom';
};

/** Off turns off the whole group; on restores a new member's defaults: app and push. */
const changeOf = (kinds: Group['kinds'], on: boolean): SwitchChange =>
  Object.fromEntries(
    kinds.map(([kind]) => [kind, on ? { in_app: true, push: true } : { in_app: false, push: false, email: false }]),
  );

/** What the member is notified about, and how. Each switch is saved at once. */
export function NotificationPreferences() {
  const preferences = useQuery(myPreferencesQuery());
  const update = useUpdateMyPreferences();
  if (preferences.isPending) return <SkeletonText lines={8} />;
  if (!preferences.data)
    return <ErrorState title="Couldn't load your preferences" onRetry={() => void preferences.refetch()} />;
  const { notifications } = preferences.data;
  const save = (changes: Parameters<typeof update>[0]) => void update(changes);
  const change = (switches: SwitchChange) => save({ notifications: switches });
  const hasMail = Object.values(notifications).some(({ email }) => email);
  return (
    <div className="flex flex-col gap-4">
      <PushSwitch pushKey={preferences.data.push_key} />
      <NotificationTimes preferences={preferences.data} hasMail={hasMail} onChange={save} />
      {groups.map(({ name, hint, kinds }) => (
        <section key={name} aria-label={name} className="rounded-card border border-border px-4 pt-2">
          <Switch
            className="py-2"
            label={<span className="font-semibold">{name}</span>}
            hint={hint}
            checked={kinds.some(([kind]) => channels.some(([channel]) => notifications[kind][channel]))}
            onChange={(event) => change(changeOf(kinds, event.target.checked))}
          />
          <Disclosure label="Customize" value={inWords(kinds, notifications)}>
            <Details name={name} kinds={kinds} preferences={notifications} onChange={change} />
          </Disclosure>
        </section>
      ))}
      <p className="text-sm text-text-secondary">You'll always get emails about your account, like password resets.</p>
    </div>
  );
}

type DetailsProps = {
  name: string;
  kinds: Group['kinds'];
  preferences: Preferences;
  onChange: (change: SwitchChange) => void;
};

function Details({ name, kinds, preferences, onChange }: DetailsProps) {
  return (
    <table aria-label={name} className="w-full text-left">
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
            {channels.map(([channel, channelName]) => (
              <td key={channel}>
                <Checkbox
                  className="items-center"
                  label={
                    <span className="sr-only">
                      {label}: {channelName}
                    </span>
                  }
                  checked={preferences[kind][channel]}
                  onChange={(event) => onChange({ [kind]: { [channel]: event.target.checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
