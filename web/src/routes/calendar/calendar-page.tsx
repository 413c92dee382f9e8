import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Calendar } from './calendar.tsx';

/** Sessions at the gym, in its own time. */
export function CalendarPage() {
  usePageTitle('Calendar');
  const { gym } = useLogin();
  if (gym) return <Calendar gym={gym} />;
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 md:px-8 md:pt-8">
      <h1 className="text-2xl">Calendar</h1>
      <JoinYourGym />
    </div>
  );
}
