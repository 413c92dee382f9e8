import { Flag } from 'lucide-react';
import { JoinYourGym } from '#features/invites/join-your-gym.tsx';
import { BlockedPeople } from '#features/safety/blocks/blocked-people.tsx';
import { useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';

export function BlockedUsersPage() {
  usePageTitle('Blocked people');
  const { organization } = useUser();
  const modals = useModals();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-2 px-4 pt-5 md:px-8 md:pt-8">
      <h1 className="text-2xl">Blocked people</h1>
      <p className="text-text-secondary">You and the people you've blocked don't see each other. They aren't told.</p>
      {organization ? (
        <>
          <Button
            variant="secondary"
            icon={<Flag />}
            className="mt-2 self-start"
            onClick={() => modals.open({ name: 'report-someone' })}
          >
            Report or block someone you can't find
          </Button>
          <BlockedPeople />
        </>
      ) : (
        <JoinYourGym />
      )}
    </div>
  );
}
