import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { PasswordField, TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { type Account, deletionEffectsQuery, useAccountChanges, useRefreshAccounts } from '../accounts.queries.ts';

type Props = { account: Account; onClose: () => void };

/** A new setup code by mail, or a password that staff tell in person. */
export function ResetPassword({ account, onClose }: Props) {
  const [way, setWay] = useState<'mail' | 'password'>('mail');
  const [password, setPassword] = useState('');
  const send = useMutation({
    mutationFn: () =>
      api.resetUserPassword({ params: { id: account.id }, body: way === 'password' ? { password } : {} }),
    onSuccess: () => {
      toasts.success(
        way === 'mail'
          ? `A setup code is on its way to ${account.email}`
          : account.is_set_up
            ? `${nameOf(account)}'s password is reset`
            : `${nameOf(account)} has a new password`,
      );
      onClose();
    },
  });
  const [refused] = serverFieldErrors(send.error).values();
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      {send.isError && !refused ? <Banner>{bannerText(send.error, [], "Couldn't reset it. Try again.")}</Banner> : null}
      <RadioGroup
        label="How do they get in again?"
        hideLabel
        options={[
          {
            value: 'mail',
            label: 'Email a setup code',
            description: `To ${account.email}. Works once, within 14 days.`,
          },
          {
            value: 'password',
            label: 'Set a password',
            description: account.is_set_up
              ? "It won't open their account. When they sign in with it, they'll get a link to choose their own."
              : "Give it to them in person. They'll set their own next.",
          },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'password' ? (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          value={password}
          error={refused ?? null}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <Banner tone="info">
        This signs {account.first_name} out on every device, and the old password stops working. We'll email them to say
        it was you.
      </Banner>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.isPending}>
          {way === 'mail' ? 'Send setup code' : 'Set password'}
        </Button>
      </div>
    </form>
  );
}

export function Deactivate({ account, onClose }: Props) {
  const { turn } = useAccountChanges(account);
  return (
    <div className="flex flex-col gap-5">
      <p>
        {account.first_name} is signed out and can't sign in until you activate the account again. Nothing is deleted:
        friends, chats and spots in sessions stay as they are.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            turn(false);
            onClose();
          }}
        >
          Deactivate
        </Button>
      </div>
    </div>
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [count === 1 ? one : many.replace('#', String(count))];

/** Says what goes and what others lose, and asks for the name before it deletes. */
export function DeleteAccount({ account, onClose, onDeleted }: Props & { onDeleted?: (() => void) | undefined }) {
  const refresh = useRefreshAccounts();
  const effects = useQuery(deletionEffectsQuery(account.id));
  const [typed, setTyped] = useState('');
  const name = nameOf(account);
  const remove = useMutation({
    mutationFn: () => api.deleteUser({ params: { id: account.id } }),
    onSuccess: () => {
      toasts.success(`${name} is deleted`);
      onDeleted?.();
      onClose();
      void refresh();
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't delete the account. Try again.")),
  });
  const found = effects.data;
  const lines = found && [
    ...counted(found.hosted_sessions, '1 upcoming session gets a new host', '# upcoming sessions get a new host'),
    ...counted(
      found.ending_sessions,
      '1 upcoming session with no one else in it is cancelled',
      '# upcoming sessions with no one else in them are cancelled',
    ),
    ...counted(found.spots, '1 spot in a session becomes free', '# spots in sessions become free'),
    ...counted(found.waitlists, '1 waitlist moves up', '# waitlists move up'),
    ...counted(found.groups, '1 group chat loses a member', '# group chats lose a member'),
    ...counted(found.friends, '1 friend loses the contact', '# friends lose the contact'),
    ...counted(found.messages, '1 message goes too', '# messages go too'),
  ];
  return (
    <div className="flex flex-col gap-5">
      <p>
        The account of {name} is deleted with everything in it. <strong>This can't be undone.</strong> To keep the data,
        deactivate the account instead.
      </p>
      {effects.isPending ? (
        <SkeletonText lines={3} />
      ) : effects.isError ? (
        <SlimError text="Couldn't look up what this changes" onRetry={() => void effects.refetch()} />
      ) : lines && lines.length > 0 ? (
        <ul className="list-disc rounded-card bg-bg-secondary py-3 pr-4 pl-8 text-sm">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-text-secondary">No session, chat or friend is affected.</p>
      )}
      <TextField
        label={`Type ${account.first_name} to confirm`}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={!found || typed.trim().toLowerCase() !== account.first_name.trim().toLowerCase()}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete account
        </Button>
      </div>
    </div>
  );
}
