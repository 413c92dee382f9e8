import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { wouldReplaceTheirs } from '#platform/forms/changed-meanwhile.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { useRefreshHours } from '../gyms.queries.ts';
import { OtherGyms } from './other-gyms.tsx';
import { ReviewChange, useScheduleChange } from './schedule-change.tsx';
import { hoursOf, problemsOf, type Week, weekOf } from './week.ts';
import { WeekEditor } from './week-editor.tsx';

type Stored = Answer<'listOperatingHours'>;
type Gym = { id: string; name: string };
type Props = {
  organizationId: string;
  gym: Gym;
  others: readonly Gym[];
  /** Somebody saved hours here before; if not, they can be kept as they are. */
  isSet: boolean;
  stored: Stored;
  onRefresh: () => void;
  onEdit: (isEdited: boolean) => void;
};
type Change = { gym_ids: string[]; week: Week; versions: Record<string, string> };

const weekAt = ({ results }: Stored, gymId: string) => weekOf(results.filter(({ gym_id }) => gym_id === gymId));

/** The weekly hours of a location, saved for it and any others that shall be open alike. */
export function WeeklyHours({ organizationId, gym, others, isSet, stored, onRefresh, onEdit }: Props) {
  const refresh = useRefreshHours();
  const [edited, setEdited] = useState(stored);
  const [week, setWeek] = useState(() => weekAt(stored, gym.id));
  const [also, setAlso] = useState<readonly string[]>([]);
  const hasChanged = JSON.stringify(week) !== JSON.stringify(weekAt(edited, gym.id)) || also.length > 0;
  const tell = useEffectEvent(onEdit);
  useEffect(() => {
    tell(hasChanged);
    return () => tell(false);
  }, [hasChanged]);
  const begin = (hours: Stored) => {
    setEdited(hours);
    setWeek(weekAt(hours, gym.id));
  };
  // Another admin's change shows at once while nothing is being edited here.
  if (stored !== edited && !hasChanged) begin(stored);

  const params = { id: organizationId };
  const change = useScheduleChange({
    preview: ({ week: wanted, ...rest }: Change) =>
      api.previewOperatingHours({ params, body: { ...rest, hours: hoursOf(wanted) } }),
    save: ({ week: wanted, ...rest }, sessions) =>
      api.setOperatingHours({ params, body: { ...rest, hours: hoursOf(wanted), sessions } }),
    onSaved: (saved, { gym_ids }) => {
      toasts.success(gym_ids.length === 1 ? 'Hours saved' : `Hours saved for ${gym_ids.length} locations`);
      setAlso([]);
      const untouched = edited.results.filter(({ gym_id }) => !gym_ids.includes(gym_id));
      begin({ results: [...untouched, ...saved.results], versions: { ...edited.versions, ...saved.versions } });
      void refresh();
    },
  });
  const confirms = !isSet && !hasChanged;
  const gymIds = [gym.id, ...also];
  const isOutdated = wouldReplaceTheirs(change.error);
  // The next try is compared with what is stored by now.
  const look = useEffectEvent(onRefresh);
  useEffect(() => {
    if (isOutdated) look();
  }, [isOutdated]);
  const showTheirs = () => {
    change.leave();
    setAlso([]);
    begin(stored);
    onRefresh();
  };
  return (
    <div className="flex flex-col gap-5">
      <SaveError error={change.error} onShowTheirs={showTheirs} />
      <WeekEditor week={week} onChange={setWeek} />
      <OtherGyms legend="Use the same hours at" gyms={others} chosen={also} onChoose={setAlso} />
      {also.length > 0 ? (
        <p className="-mt-3 text-sm text-text-secondary">
          Saving replaces their hours, each counted in its own timezone.
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {confirms ? null : (
          <Button variant="secondary" disabled={!hasChanged} onClick={showTheirs}>
            Discard
          </Button>
        )}
        {confirms ? (
          <p className="mr-auto self-center text-sm text-text-secondary">
            We filled in usual hours. Change them, or keep them as they are.
          </p>
        ) : null}
        <Button
          disabled={!(hasChanged || confirms) || Object.keys(problemsOf(week)).length > 0}
          loading={change.isBusy}
          onClick={() => {
            const known = (isOutdated ? stored : edited).versions;
            const versions = Object.fromEntries(gymIds.flatMap((id) => (known[id] ? [[id, known[id]]] : [])));
            change.start({ gym_ids: gymIds, week, versions }, 'The opening hours have changed.');
          }}
        >
          {confirms ? 'Keep these hours' : 'Save hours'}
        </Button>
      </div>
      <ReviewChange change={change} showGym={also.length > 0} />
    </div>
  );
}
