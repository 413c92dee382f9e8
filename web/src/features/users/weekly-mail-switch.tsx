import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { myPreferencesQuery, useUpdateMyPreferences } from './users.queries.ts';

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
      onChange={(event) =>
        update.mutate(
          { weekly_mail: event.target.checked },
          { onError: (error) => toasts.error(errorText(error, "Couldn't save your choice. Try again.")) },
        )
      }
    />
  );
}
