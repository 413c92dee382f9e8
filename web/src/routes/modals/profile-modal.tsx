import { mayEnterAdminArea } from '@spotter/contract/roles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CalendarDays, LayoutDashboard, LogOut } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LinkedProviders } from '#features/logins/linked-providers.tsx';
import { NewPasswordForm } from '#features/logins/new-password-form.tsx';
import { CalendarFeed } from '#features/sessions/calendar-feed/calendar-feed.tsx';
import { CalendarFeedRenewal } from '#features/sessions/calendar-feed/calendar-feed-renewal.tsx';
import { LeaveQuestion } from '#features/sessions/form/questions.tsx';
import { AccountSettings } from '#features/users/account-settings.tsx';
import { AvatarEditor } from '#features/users/avatar/avatar-editor.tsx';
import { LoginList } from '#features/users/login-list.tsx';
import { NotificationPreferences } from '#features/users/notifications/notification-preferences.tsx';
import { ProfileForm } from '#features/users/profile-form.tsx';
import { UnlockSwitch } from '#features/users/unlock-switch.tsx';
import { userKeys } from '#features/users/users.queries.ts';
import { api } from '#platform/api/api.ts';
import { useUnloadQuestion } from '#platform/leaving/leave-guard.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { isNative } from '#platform/native-app.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { useBackStep, useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { Tabs } from '#ui/tabs.tsx';

const TABS = ['profile', 'notifications', 'security', 'account'] as const;
type TabName = (typeof TABS)[number];
const tabOf = (name: string | undefined): TabName => TABS.find((tab) => tab === name) ?? 'profile';

/** The reader's own profile and settings. Every way out asks before discarding unsaved changes. */
export default function ProfileModal({ modal, open, onClose }: ModalScreenProps<'profile'>) {
  const user = useUser();
  const modals = useModals();
  const { signOut, viewer } = useLogin();
  const navigate = useNavigate();
  const leaveSteps = useLeaveSteps();
  const [leaving, setLeaving] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [asked, setAsked] = useState<{ go: () => void } | null>(null);
  const leave = (go: () => void) => (unsaved ? setAsked({ go }) : go());
  useBackStep(unsaved && !asked, () => setAsked({ go: onClose }));
  useUnloadQuestion(unsaved && !leaving);
  const signOutNow = () => {
    setLeaving(true);
    void signOut().then(setLeaving);
  };
  const link = (to: string) => ({
    to,
    onClick(event: MouseEvent) {
      if (!unsaved) return;
      event.preventDefault();
      leave(() => leaveSteps(() => void navigate(to)));
    },
  });
  return (
    <Modal
      inHistory
      open={open}
      onOpenChange={() => leave(onClose)}
      title="Profile"
      size="lg"
      footer={
        <>
          <Button
            variant="secondary"
            icon={<CalendarDays />}
            onClick={() => leave(() => modals.open({ name: 'my-sessions' }))}
          >
            My sessions
          </Button>
          <Button variant="ghost" icon={<LogOut />} loading={leaving} onClick={() => leave(signOutNow)}>
            Sign out
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {/* From 768 px it is in the rail. */}
        {viewer && mayEnterAdminArea(viewer) ? (
          <Link
            {...link('/admin')}
            className={buttonClass({ variant: 'secondary', className: 'self-start md:hidden' })}
          >
            <LayoutDashboard aria-hidden="true" />
            Admin
          </Link>
        ) : null}
        <Tabs
          label="Profile"
          value={tabOf(modal.tab)}
          onChange={(tab) => modals.change({ ...modal, tab })}
          tabs={[
            {
              value: 'profile',
              label: 'Profile',
              keeps: true,
              content: (
                <div className="flex flex-col gap-6">
                  <AvatarEditor user={user} />
                  <ProfileForm user={user} onUnsaved={setUnsaved} />
                </div>
              ),
            },
            { value: 'notifications', label: 'Notifications', content: <NotificationPreferences /> },
            { value: 'security', label: 'Security', content: <Security /> },
            {
              value: 'account',
              label: 'Account',
              content: (
                <div className="flex flex-col gap-8">
                  {user.organization ? (
                    <section className="flex flex-col gap-3">
                      <h3 className="text-base">Calendar sync</h3>
                      <CalendarFeed />
                    </section>
                  ) : null}
                  {user.organization ? (
                    <section className="flex flex-col items-start gap-3">
                      <h3 className="text-base">Blocked people</h3>
                      <Link {...link('/app/blocked-users')} className={buttonClass({ variant: 'secondary' })}>
                        <Ban aria-hidden="true" />
                        Manage blocked people
                      </Link>
                    </section>
                  ) : null}
                  <AccountSettings onDeleted={() => void signOut()} />
                </div>
              ),
            },
          ]}
        />
      </div>
      <LeaveQuestion
        open={asked !== null}
        onStay={() => setAsked(null)}
        onLeave={() => {
          setAsked(null);
          setUnsaved(false);
          asked?.go();
        }}
      />
    </Modal>
  );
}

function Security() {
  const { has_password, organization } = useUser();
  const queryClient = useQueryClient();
  const [saves, setSaves] = useState(0);
  const change = useMutation({
    mutationFn: ({ password, current }: { password: string; current: string }) =>
      api.changePassword({ body: { new_password: password, current_password: has_password ? current : undefined } }),
    onSuccess: () => {
      setSaves(saves + 1);
      toasts.success('Password changed');
      void queryClient.invalidateQueries({ queryKey: userKeys.logins });
    },
  });
  return (
    <div className="flex flex-col gap-8">
      <LinkedProviders />
      {isNative() ? <UnlockSwitch /> : null}
      <section className="flex flex-col gap-4">
        <h3 className="text-base">{has_password ? 'Change password' : 'Set a password'}</h3>
        <NewPasswordForm
          key={saves}
          withCurrent={has_password}
          submitLabel={has_password ? 'Change password' : 'Set password'}
          save={(password, current) => change.mutate({ password, current })}
          saving={change.isPending}
          error={change.error}
        />
        {saves > 0 && organization ? <CalendarFeedRenewal key={saves} /> : null}
      </section>
      <section className="flex flex-col gap-2">
        <h3 className="text-base">Where you're signed in</h3>
        <LoginList />
      </section>
    </div>
  );
}
