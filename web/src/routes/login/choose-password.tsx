import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NewPasswordForm } from '#features/logins/new-password-form.tsx';
import { passwordRenewed } from '#features/sessions/calendar-feed/password-renewed.ts';
import { api } from '#platform/api/api.ts';
import { loginKeys } from '#platform/api/login-keys.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { GuestShell } from '#routes/shells/guest-shell.tsx';
import { Button } from '#ui/button.tsx';

/** Replaces every screen until a user who came with a setup code or a password from staff has chosen their own. */
export default function ChoosePassword() {
  usePageTitle('Choose your password');
  const queryClient = useQueryClient();
  const { signOut, user } = useLogin();
  const change = useMutation({
    mutationFn: (password: string) => api.changePassword({ body: { new_password: password } }),
    onSuccess: () => {
      passwordRenewed.write('true');
      return queryClient.invalidateQueries({ queryKey: loginKeys.me });
    },
  });
  return (
    <GuestShell>
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl">Choose your password</h1>
          <p className="text-text-secondary">
            Welcome, {user?.first_name}. Pick a password only you know. You'll sign in with it from now on.
          </p>
        </div>
        <NewPasswordForm
          submitLabel="Save and continue"
          save={(password) => change.mutate(password)}
          saving={change.isPending}
          error={change.error}
        />
        <Button variant="ghost" full onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </GuestShell>
  );
}
