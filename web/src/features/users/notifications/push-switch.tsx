import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { isNative } from '#platform/native-app.ts';
import { type PushState, readPushState, subscribeToPushes, unsubscribeFromPushes } from '#platform/pwa/push.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Switch } from '#ui/form/choice.tsx';

const hints: Record<PushState, string> = {
  on: "You'll get push notifications on this device.",
  off: 'Get push notifications on this device, even when the app is closed.',
  blocked:
    "Notifications are blocked in this browser. Allow them in the browser's settings for this site, then come back.",
  unsupported:
    "This browser can't show push notifications. On an iPhone or iPad, add the app to your home screen first.",
};

const blockedInApp = "Notifications are off for this app. Turn them on in your phone's settings, then come back.";
const hintFor = (state: PushState) => (state === 'blocked' && isNative() ? blockedInApp : hints[state]);

/** Turns pushes on in this browser. The browser asks for permission only after a tap. */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const { id, is_demo_user } = useUser();
  const { emulation } = useLogin();
  const queryClient = useQueryClient();
  const queryKey = ['push', id];
  const state = useQuery({
    queryKey,
    queryFn: () => readPushState(id),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  });
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? subscribeToPushes(id, pushKey) : unsubscribeFromPushes()),
    onError: (error) => toasts.error(errorText(error, "Couldn't change push notifications on this device. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const known = state.data ?? 'off';
  const isRefused = is_demo_user || emulation !== null;
  const canChange = !isRefused && (known === 'on' || known === 'off');
  return (
    <section aria-label="This device" className="rounded-card border border-border px-4 py-2">
      <Switch
        className="py-2"
        label={<span className="font-semibold">Push on this device</span>}
        hint={isRefused ? "Push isn't available in the demo." : hintFor(known)}
        checked={change.isPending ? change.variables : known === 'on'}
        disabled={!canChange || state.isPending || change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </section>
  );
}
