import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { CloseGym } from '#features/gyms/desk/close-gym.tsx';
import { GymDetailsForm, type GymTask } from '#features/gyms/desk/gym-details-form.tsx';
import { GymList } from '#features/gyms/desk/gym-list.tsx';
import { type Gym, gymKeys } from '#features/gyms/gyms.queries.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';

/** Where the organization's members train: add, change and close locations. */
export function GymsPage() {
  usePageTitle('Locations');
  const queryClient = useQueryClient();
  const [task, setTask] = useState<GymTask | null>(null);
  const [closing, setClosing] = useState<Gym | null>(null);
  const { organizationId, managesEverything } = useStaff();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: gymKeys.all });
    void queryClient.invalidateQueries({ queryKey: loginKeys.me });
  };
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Locations</h1>
          <p className="text-text-secondary">
            {managesEverything ? 'Where your members train.' : 'The locations you manage.'}
          </p>
        </div>
        {managesEverything ? (
          <Button icon={<Plus />} onClick={() => setTask({ kind: 'create' })}>
            Add location
          </Button>
        ) : null}
      </header>
      <GymList
        hoursPath={(id) => `/admin/organizations/${organizationId}/gyms/${id}/hours`}
        onEdit={(gym) => setTask({ kind: 'edit', gym })}
        onClose={managesEverything ? setClosing : undefined}
      />
      <GymDetailsForm
        task={task}
        organizationId={organizationId}
        mayBrand={managesEverything}
        onClose={() => setTask(null)}
        onSaved={refresh}
      />
      <CloseGym gym={closing} onClose={() => setClosing(null)} onClosed={refresh} />
    </div>
  );
}
