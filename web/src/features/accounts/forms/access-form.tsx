import { rankOf, roleName } from '@spotter/contract/roles.ts';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { bannerText } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { type Account, useRefreshAccounts } from '../accounts.queries.ts';
import { useStaff } from '../use-staff.ts';
import { currentOf, FormButtons, GymChoices, roleHints } from './account-form.tsx';

type Access = { role: string; gym_ids: string[]; managed_gym_ids: string[] };

const idsOf = ({ gyms }: Account) => gyms.map(({ id }) => id);

/** A member's role and locations; says in words what saving will do. */
export function AccessForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const refresh = useRefreshAccounts();
  const { gyms, ownId } = useStaff();
  const [seen, setSeen] = useState(account);
  const [access, setAccess] = useState<Access>({
    role: account.role,
    gym_ids: idsOf(account),
    managed_gym_ids: account.role === 'gym_admin' ? account.managed_gym_ids : [],
  });
  const set = (changes: Partial<Access>) => setAccess({ ...access, ...changes });
  const isEverything = access.role === 'org_admin';
  const managed = access.role === 'gym_admin' ? access.managed_gym_ids.filter((id) => access.gym_ids.includes(id)) : [];
  const send = useSubmit(
    async ({ role, gym_ids }: Access) => {
      const params = { id: account.id };
      const setRole = (version: string) => api.setUserRole({ params, body: { role, version } });
      const setGyms = (version: string) =>
        api.setUserGymAccess({ params, body: { gym_ids, managed_gym_ids: managed, version } });
      const steps = role === 'org_admin' ? [setRole] : [setRole, setGyms];
      // Admins who give up their own role can't change anything after that.
      if (rankOf(role) < rankOf(seen.role)) steps.reverse();
      let saved = seen;
      try {
        for (const step of steps) {
          saved = await step(saved.version);
          setSeen(saved);
        }
        return saved;
      } catch (error) {
        const current = currentOf(error);
        if (current) setSeen(current);
        void refresh();
        throw error;
      }
    },
    (saved) => {
      void refresh();
      toasts.success(`${nameOf(saved)} is saved`);
      onClose();
    },
  );
  const options = [...new Set(['regular_user', 'gym_admin', 'org_admin', account.role])].map((value) => ({
    value,
    label: roleName(value),
    ...(roleHints[value] && { description: roleHints[value] }),
  }));
  const effects = effectsOf(account, { ...access, managed_gym_ids: managed }, gyms, account.id === ownId);
  const isConflict = currentOf(send.error) !== null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.submit(access);
      }}
      className="flex flex-col gap-5"
    >
      {isConflict ? (
        <Banner tone="warning" title="Someone else changed this person while you were choosing">
          They are now {roleName(seen.role).toLowerCase()} at{' '}
          {seen.gyms.map(({ name }) => name).join(', ') || 'no location'}. Your choice is still here. Save again to
          store it.
        </Banner>
      ) : send.isError ? (
        <Banner>{bannerText(send.error, [], "Couldn't save. Try again.")}</Banner>
      ) : null}
      <RadioGroup label="Role" options={options} value={access.role} onChange={(role) => set({ role })} />
      {isEverything ? null : (
        <GymChoices
          gyms={gyms}
          label={access.role === 'gym_admin' ? 'May train at' : 'Locations'}
          chosen={access.gym_ids}
          onChange={(gym_ids) => set({ gym_ids })}
        />
      )}
      {access.role === 'gym_admin' ? (
        <GymChoices
          gyms={gyms.filter(({ id }) => access.gym_ids.includes(id))}
          label="Manages"
          chosen={managed}
          onChange={(managed_gym_ids) => set({ managed_gym_ids })}
        />
      ) : null}
      {effects.length > 0 ? (
        <Banner tone="info" title="When you save">
          <ul className="list-disc pl-4">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <FormButtons onClose={onClose} sending={send.sending} label="Save" />
    </form>
  );
}

function effectsOf(
  account: Account,
  { role, gym_ids, managed_gym_ids }: Access,
  gyms: readonly { id: string; name: string }[],
  isOneself: boolean,
): string[] {
  const name = isOneself ? 'You' : account.first_name;
  const named = (ids: readonly string[]) =>
    gyms
      .filter(({ id }) => ids.includes(id))
      .map((gym) => gym.name)
      .join(', ');
  const effects: string[] = [];
  if (role !== account.role && role === 'org_admin')
    effects.push(`${name} can change everything here, and other admins.`);
  if (role !== account.role && account.role === 'org_admin')
    effects.push(`${name} will lose access to the organization's settings.`);
  if (role === 'gym_admin' && managed_gym_ids.length === 0)
    effects.push(`${name} manages no location yet. Choose at least one.`);
  if (role !== 'org_admin') {
    const before = idsOf(account);
    const lost = before.filter((id) => !gym_ids.includes(id));
    const gained = gym_ids.filter((id) => !before.includes(id));
    if (gained.length > 0) effects.push(`${name} can see and join sessions at ${named(gained)}.`);
    if (lost.length > 0)
      effects.push(`${name} won't see sessions at ${named(lost)} anymore. They keep the spots they have.`);
  }
  return effects;
}
