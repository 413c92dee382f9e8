import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, ShieldUser, Store, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { bannerText } from '#platform/forms/contract-resolver.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/select.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { AffectedSessions } from '../affected/affected-sessions.tsx';
import { decisionsToSend, errorsBySession, missingIn, noDecisions } from '../affected/decisions.ts';
import { closingQuery, type Gym } from '../gyms.queries.ts';

type Props = { gym: Gym | null; onClose: () => void; onClosed: () => void };

/** Shows what closing a location means, asks where its members and sessions go, and closes it. */
export function CloseGym({ gym, onClose, onClosed }: Props) {
  return (
    <Modal
      open={gym !== null}
      onOpenChange={(open) => open || onClose()}
      title={gym ? `Close ${gym.name}` : ''}
      size="md"
    >
      {gym ? <Closing gym={gym} onClose={onClose} onClosed={onClosed} /> : null}
    </Modal>
  );
}

function Closing({ gym, onClose, onClosed }: Props & { gym: Gym }) {
  const [newGymId, setNewGymId] = useState<string | null>(null);
  const [decisions, setDecisions] = useState(() => noDecisions(`${gym.name} is closing.`));
  const closing = useQuery(closingQuery(gym.id, newGymId));
  const close = useMutation({
    mutationFn: () =>
      api.deleteGym({
        params: { id: gym.id },
        body: {
          new_gym_id: newGymId ?? undefined,
          sessions:
            closing.data && closing.data.sessions.count > 0
              ? decisionsToSend(decisions, closing.data.sessions)
              : undefined,
        },
      }),
    onSuccess: () => {
      toasts.success(`${gym.name} is closed`);
      onClosed();
      onClose();
    },
  });
  if (closing.isPending) return <SkeletonText lines={6} />;
  if (closing.isError)
    return <ErrorState title="Couldn't load what depends on it" onRetry={() => void closing.refetch()} />;
  const { sessions, members_count, only_here_count, gym_admins_count, invite_codes_count, other_gyms } = closing.data;
  const isEmpty = sessions.count + members_count + only_here_count + invite_codes_count === 0;
  const target = other_gyms.find(({ id }) => id === newGymId)?.name;
  const isOutdated =
    isChangedMeanwhile(close.error) || (close.error instanceof ApiError && close.error.code === 'gym_has_sessions');
  const missing = isEmpty
    ? null
    : !target
      ? 'Choose where members go'
      : sessions.count > 0
        ? missingIn(decisions, sessions)
        : null;
  return (
    <div className="flex flex-col gap-5">
      {close.isError ? (
        <Banner
          action={
            isOutdated ? (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => {
                  close.reset();
                  setDecisions(noDecisions(decisions.reason));
                  void closing.refetch();
                }}
              >
                Look again
              </Button>
            ) : undefined
          }
        >
          {bannerText(close.error, [], "Couldn't close the location. Try again.")}
        </Banner>
      ) : null}
      {isEmpty ? null : (
        <Select
          label="Members go to"
          placeholder="Choose a location"
          options={other_gyms.map(({ id, name }) => ({ value: id, label: name }))}
          value={newGymId}
          onChange={(id) => {
            setNewGymId(id);
            setDecisions(noDecisions(decisions.reason));
          }}
        />
      )}
      <ul className="flex flex-col gap-3 text-sm">
        <Fact icon={<UsersRound />}>
          {members_count === 0
            ? 'No member has'
            : members_count === 1
              ? '1 member has'
              : `${members_count} members have`}{' '}
          their home here
          {target ? `. It becomes ${target}, where everyone who trains here may train from now on.` : '.'}
        </Fact>
        {gym_admins_count > 0 ? (
          <Fact icon={<ShieldUser />}>
            {gym_admins_count === 1 ? '1 location admin manages' : `${gym_admins_count} location admins manage`} it.
            Give them another location under Users.
          </Fact>
        ) : null}
        {invite_codes_count > 0 ? (
          <Fact icon={<KeyRound />}>
            {invite_codes_count === 1 ? '1 invite code leads' : `${invite_codes_count} invite codes lead`} here
            {target ? `, and will lead to ${target}. Printed posters keep working.` : '.'}
          </Fact>
        ) : null}
        <Fact icon={<Store />}>Past sessions and their numbers stay. A closed location can't be opened again.</Fact>
      </ul>
      {sessions.count > 0 ? (
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold text-base">
            {sessions.count === 1 ? '1 upcoming session' : `${sessions.count} upcoming sessions`}
          </h3>
          {target ? (
            <AffectedSessions
              affected={sessions}
              value={decisions}
              onChange={setDecisions}
              actions={['move', 'cancel']}
              errors={errorsBySession(close.error)}
            />
          ) : (
            <p className="text-sm text-text-secondary">
              Choose a location first. Then move each session there, or cancel it.
            </p>
          )}
        </section>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {missing ? <p className="mr-auto text-sm text-text-secondary max-sm:basis-full">{missing}</p> : null}
        <Button variant="secondary" onClick={onClose}>
          Keep it open
        </Button>
        <Button
          variant="danger"
          disabled={missing !== null || closing.isFetching}
          loading={close.isPending}
          onClick={() => close.mutate()}
        >
          Close location
        </Button>
      </div>
    </div>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden="true" className="text-text-tertiary [&_svg]:size-5">
        {icon}
      </span>
      <span>{children}</span>
    </li>
  );
}
