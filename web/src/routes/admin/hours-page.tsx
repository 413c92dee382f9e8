import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { useStaff } from '#features/accounts/use-staff.ts';
import { gymsQuery, overridesQuery, weeklyHoursQuery } from '#features/gyms/gyms.queries.ts';
import { OverrideCalendar } from '#features/gyms/hours/override-calendar.tsx';
import { OverrideForm, type OverrideTask } from '#features/gyms/hours/override-form.tsx';
import { WeeklyHours } from '#features/gyms/hours/weekly-hours.tsx';
import { LeaveQuestion, useLeaveGuard } from '#platform/leaving/leave-guard.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Card } from '#ui/card.tsx';
import { Select } from '#ui/form/select.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Also for an admin who loses the location while editing its hours. */
function GoToGyms({ to }: { to: string }) {
  useEffect(() => {
    toasts.warning("You don't manage that location", { id: 'gym-not-managed' });
  }, []);
  return <Navigate to={to} replace />;
}

/** When a location is open: every week, and on special days. */
export function HoursPage() {
  usePageTitle('Hours');
  const { organizationId } = useStaff();
  const { gymId = '' } = useParams();
  const base = `/admin/organizations/${organizationId}/gyms`;
  const gyms = useQuery(gymsQuery());
  const hours = useQuery(weeklyHoursQuery(organizationId));
  const overrides = useQuery(overridesQuery(organizationId, gymId));
  const [task, setTask] = useState<OverrideTask | null>(null);
  const [isEdited, setEdited] = useState(false);
  const guard = useLeaveGuard(isEdited);

  const managed = (gyms.data?.results ?? []).filter(({ manage }) => manage !== null);
  const gym = managed.find(({ id }) => id === gymId);
  if (gyms.data && !gym) return <GoToGyms to={base} />;
  const others = managed.filter(({ id }) => id !== gymId);
  const failed = [gyms, hours, overrides].find(({ isError }) => isError);
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-2xl">Hours</h1>
          <p className="text-text-secondary">Members plan sessions while you're open.</p>
        </div>
        {others.length > 0 && gym ? (
          <Select
            label="Location"
            hideLabel
            className="w-full sm:w-60"
            options={managed.map(({ id, name }) => ({ value: id, label: name }))}
            value={gym.id}
            onChange={(id) => guard.goTo(`${base}/${id}/hours`)}
          />
        ) : null}
      </header>
      {failed ? (
        <ErrorState title="Couldn't load the hours" onRetry={() => void failed.refetch()} />
      ) : gym && hours.data && overrides.data ? (
        <>
          <Card className="flex flex-col gap-5">
            <h2 className="text-lg">Every week{others.length > 0 ? ` at ${gym.name}` : ''}</h2>
            <WeeklyHours
              key={gym.id}
              organizationId={organizationId}
              gym={gym}
              others={others}
              isSet={gym.manage?.hours_set ?? true}
              stored={hours.data}
              onRefresh={() => void hours.refetch()}
              onEdit={setEdited}
            />
          </Card>
          <Card className="flex flex-col gap-5">
            <div className="flex flex-col gap-1">
              <h2 className="text-lg">Special hours</h2>
              <p className="text-sm text-text-secondary">Holidays and other days that differ from the week.</p>
            </div>
            <OverrideCalendar
              key={gym.id}
              timezone={gym.timezone}
              hours={hours.data.results.filter(({ gym_id }) => gym_id === gym.id)}
              overrides={overrides.data.results}
              onAdd={(day) => setTask({ kind: 'create', day })}
              onEdit={(override) => setTask({ kind: 'edit', override })}
            />
          </Card>
          <LeaveQuestion
            guard={guard}
            title="Leave without saving?"
            text={`Your changes to the hours of ${gym.name} are lost.`}
          />
          <OverrideForm
            task={task}
            organizationId={organizationId}
            gym={gym}
            others={others}
            onClose={() => setTask(null)}
          />
        </>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </div>
      )}
    </div>
  );
}
