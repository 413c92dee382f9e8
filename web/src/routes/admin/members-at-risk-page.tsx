import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useParams, useSearchParams } from 'react-router';
import type { SessionRows } from '#features/retention/invite-dialog.tsx';
import { MembersAtRiskList } from '#features/retention/members-at-risk-list.tsx';
import { SessionRow } from '#features/sessions/cards/session-row.tsx';
import { spotsLeftInWords } from '#features/sessions/session.words.ts';
import { dayInWords, dayOf } from '#features/sessions/times/session-time.ts';
import { zoneNamesIn } from '#features/sessions/times/zone-names.ts';
import { WeeklyMailSwitch } from '#features/users/notifications/weekly-mail-switch.tsx';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { AdminPage } from './admin-page.tsx';

/** Who may not come back, why, and what to do about it. */
export function MembersAtRiskPage() {
  const { emulation } = useLogin();
  const user = useUser();
  const { orgId } = useParams();
  const [search] = useSearchParams();
  const gyms = user.accessible_gyms.filter(({ id }) => user.managed_gym_ids.includes(id));
  return (
    <AdminPage
      title="Members at risk"
      text="Members who may not train in the next 30 days: slipping, or gone quiet. Updated nightly from training, friends and invite replies. Never age or gender."
    >
      <div className="rest-waits flex flex-col gap-6">
        <MembersAtRiskList
          gyms={gyms}
          askedId={search.get('member')}
          pageOf={(userId) => `/admin/organizations/${orgId}/users/${userId}`}
          sessionRows={sessionRows}
        />
        {isOrgAdmin(user.role) && emulation === null ? <WeeklyMailSwitch /> : null}
      </div>
    </AdminPage>
  );
}

const sessionRows: SessionRows = (sessions, actionOf) => {
  const zoneOf = zoneNamesIn(sessions);
  return sessions.map((session) => (
    <SessionRow
      key={session.id}
      session={session}
      day={dayInWords(dayOf(session.start_time), dayAt(Date.now(), session.start_time.timezone))}
      zone={zoneOf(session)}
      action={
        <>
          {actionOf(session)}
          <span data-figures="" className="text-text-secondary text-xs">
            {spotsLeftInWords(session.available_spots)}
          </span>
        </>
      }
    />
  ));
};
