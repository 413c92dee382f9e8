import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Switch } from '#ui/form/choice.tsx';

const queryKey = ['biometric-lock'];

const loadLock = () => import('#platform/native/biometric-lock.ts');

/** In the native app: asks for the member's face or finger when it opens. Nothing on a phone that knows neither. */
export function UnlockSwitch() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const { isLockOn, readBiometry } = await loadLock();
      return { way: await readBiometry(), isOn: isLockOn() };
    },
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  const change = useMutation({
    networkMode: 'always',
    mutationFn: async (on: boolean) => (await loadLock()).setLock(on),
    onSuccess: (isDone) => isDone || toasts.info("We couldn't recognize you, so nothing changed."),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data?.way) return null;
  return (
    <section aria-label="App lock" className="rounded-card border border-border px-4 py-2">
      <Switch
        className="py-2"
        label={<span className="font-semibold">Unlock with {data.way}</span>}
        hint="Asked when you open the app on this phone."
        checked={change.isPending ? change.variables : data.isOn}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </section>
  );
}
