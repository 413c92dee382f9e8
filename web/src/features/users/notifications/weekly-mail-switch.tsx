import { useQuery } from '@tanstack/react-query';
import { Switch } from '#ui/form/choice.tsx';
import { useUpdateMyPreferences } from '../users.mutations.ts';
import { myPreferencesQuery } from '../users.queries.ts';

/** Whether the owner gets the mail about the week at their gym. */
export function WeeklyMailSwitch() {
  const preferences = useQuery(myPreferencesQuery());
  const update = useUpdateMyPreferences();
  if (!preferences.data) return null;
  return (
    <Switch
      className="rounded-card border border-border p-4"
      label="Weekly mail"
      hint="On Monday morning: your week in numbers, who to talk to, and one thing to try."
      checked={preferences.data.weekly_mail}
      onChange={(event) => void update({ weekly_mail: event.target.checked })}
    />
  );
}
