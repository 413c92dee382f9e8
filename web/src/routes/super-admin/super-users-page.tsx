import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AddSuperUser } from '#features/super-users/add-super-user.tsx';
import { SuperUserList } from '#features/super-users/super-user-list.tsx';
import { useRefreshSuperUsers } from '#features/super-users/super-users.queries.ts';
import { useUser } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Button } from '#ui/button.tsx';

/** Who runs this platform. */
export function SuperUsersPage() {
  usePageTitle('Super users');
  const { id } = useUser();
  const [isAdding, setAdding] = useState(false);
  const refresh = useRefreshSuperUsers();
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h1 className="text-2xl">Super users</h1>
          <p className="text-text-secondary">They run this platform and can enter every organization.</p>
        </div>
        <Button icon={<Plus />} onClick={() => setAdding(true)}>
          Add super admin
        </Button>
      </header>
      <SuperUserList readerId={id} />
      <AddSuperUser open={isAdding} onClose={() => setAdding(false)} onAdded={refresh} />
    </div>
  );
}
