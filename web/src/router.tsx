import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import {
  AdminOnly,
  Authenticated,
  GuestOnly,
  OnboardingOnly,
  SuperAdminOnly,
  ToLanding,
} from '#routes/guards/guarded.tsx';
import { KeepQuery } from '#routes/keep-query.tsx';
import { page } from '#routes/page.tsx';
import { FullPageWait } from '#routes/waiting.tsx';

const Login = page(() => import('#routes/login/login-page.tsx'), 'LoginPage');
const Register = page(() => import('#routes/register/register-page.tsx'), 'RegisterPage');
const completion = () => import('#routes/register/completion-pages.tsx');
const GoogleComplete = page(completion, 'GoogleCompletePage');
const AppleComplete = page(completion, 'AppleCompletePage');
const GymRegistration = page(() => import('#routes/gym-registration/gym-registration-page.tsx'), 'GymRegistrationPage');
const SimpleGym = page(() => import('#routes/gym-registration/simple-gym-page.tsx'), 'SimpleGymPage');
const Demo = page(() => import('#routes/demo/demo-page.tsx'), 'DemoPage');
const Nominate = page(() => import('#routes/nominate/nominate-page.tsx'), 'NominatePage');
const Invite = page(() => import('#routes/invite/invite-page.tsx'), 'InvitePage');
const SessionJoin = page(() => import('#routes/invite/session-join-page.tsx'), 'SessionJoinPage');
const SessionShare = page(() => import('#routes/invite/session-share-page.tsx'), 'SessionSharePage');
const friendInvites = () => import('#routes/invite/friend-invite-pages.tsx');
const FriendInvite = page(friendInvites, 'FriendInvitePage');
const PlatformInvite = page(friendInvites, 'PlatformInvitePage');
const Onboarding = page(() => import('#routes/onboarding/onboarding-page.tsx'), 'OnboardingPage');
const PrivacyPolicy = page(() => import('#routes/public/privacy-policy.tsx'), 'PrivacyPolicyPage');
const Terms = page(() => import('#routes/public/terms-of-service.tsx'), 'TermsOfServicePage');
const Guidelines = page(() => import('#routes/public/community-guidelines.tsx'), 'CommunityGuidelinesPage');
const Help = page(() => import('#routes/public/help.tsx'), 'HelpPage');

const MemberShell = page(() => import('#routes/shells/member-shell.tsx'), 'MemberShell');
const Home = page(() => import('#routes/home/home-page.tsx'), 'HomePage');
const Calendar = page(() => import('#routes/calendar/calendar-page.tsx'), 'CalendarPage');
const SessionPage = page(() => import('#routes/session/session-page.tsx'), 'SessionPage');
const EditSessionPage = page(() => import('#routes/session/edit-session-page.tsx'), 'EditSessionPage');

const NextSession = page(() => import('#routes/session/next-session-page.tsx'), 'NextSessionPage');
const Share = page(() => import('#routes/share/share-page.tsx'), 'SharePage');
const BlockedUsers = page(() => import('#routes/people/blocked-users-page.tsx'), 'BlockedUsersPage');

const AdminArea = page(() => import('#routes/admin/admin-area.tsx'), 'AdminArea');
const SuperAdminArea = page(() => import('#routes/super-admin/super-admin-area.tsx'), 'SuperAdminArea');

/** Left out of production builds. */
const DevUi = import.meta.env.DEV ? page(() => import('#routes/dev-ui/dev-ui.tsx'), 'DevUi') : null;

/** Preloaded, so that a member's first screen renders in one go. */
export const preloadMemberArea = () => Promise.all([MemberShell.preload(), Home.preload()]);

/** The specification's route table. */
export function AppRoutes() {
  return (
    <Suspense fallback={<FullPageWait />}>
      <Routes>
        <Route path="/" element={<ToLanding />} />
        {/* The landing page sends signed-in users here, because it doesn't know their role. */}
        <Route path="/home" element={<ToLanding />} />
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
          <Route path="/register/google-complete" element={<GoogleComplete />} />
          <Route path="/register/apple-complete" element={<AppleComplete />} />
          <Route path="/register/gym" element={<GymRegistration />} />
          <Route path="/register/gym-simple" element={<SimpleGym />} />
        </Route>
        <Route path="/demo" element={<Demo />} />
        <Route path="/nominate" element={<Nominate />} />
        <Route path="/i/:type?/:code?" element={<Invite />} />
        <Route path="/join/:code?" element={<KeepQuery to={({ code = '' }) => `/i/org/${code}`} />} />
        <Route path="/sessions/shared/:token?" element={<KeepQuery to={({ token = '' }) => `/i/session/${token}`} />} />
        <Route path="/invite/:code?" element={<KeepQuery to={({ code = '' }) => `/i/friend/${code}`} />} />
        <Route path="/privacy-policy" element={<PrivacyPolicy />} />
        <Route path="/terms-of-service" element={<Terms />} />
        <Route path="/community-guidelines" element={<Guidelines />} />
        <Route path="/help" element={<Help />} />

        <Route element={<Authenticated />}>
          <Route path="/app" element={<MemberShell />}>
            <Route index element={<Home />} />
            <Route path="calendar" element={<Calendar />} />
            <Route path="next-session" element={<NextSession />} />
            <Route path="share" element={<Share />} />
            <Route path="sessions/:id" element={<SessionPage />} />
            <Route path="sessions/:id/edit" element={<EditSessionPage />} />
            <Route path="blocked-users" element={<BlockedUsers />} />
            <Route path="session-join" element={<SessionJoin />} />
            <Route path="session-share" element={<SessionShare />} />
            <Route path="friend-invite" element={<FriendInvite />} />
            <Route path="platform-invite" element={<PlatformInvite />} />
          </Route>
        </Route>
        <Route element={<OnboardingOnly />}>
          <Route path="/onboarding" element={<Onboarding />} />
        </Route>

        <Route element={<AdminOnly />}>
          <Route path="/admin/*" element={<AdminArea />} />
        </Route>

        <Route element={<SuperAdminOnly />}>
          <Route path="/super-admin/*" element={<SuperAdminArea />} />
        </Route>

        {DevUi ? <Route path="/dev/ui" element={<DevUi />} /> : null}
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
