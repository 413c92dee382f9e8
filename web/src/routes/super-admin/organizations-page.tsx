import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { GymList } from '#features/gyms/gym-list.tsx';
import { accessibleGymsQuery } from '#features/gyms/gyms.queries.ts';
import { errorText } from '#platform/api/api-error.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { useSession } from '#platform/session/session.tsx';
import { selectedOrganization } from '#platform/storage/local-keys.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The operator's way into an organisation: by its id, with its locations shown before one enters. */
export function OrganizationsPage() {
  usePageTitle('Organisations');
  const { enterOrganization } = useSession();
  const [id, setId] = useState(() => selectedOrganization.read() ?? '');
  const known = ID.test(id.trim());
  const enter = useMutation({
    mutationFn: () => enterOrganization(id.trim()),
    onMutate: () => selectedOrganization.write(id.trim()),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (known) enter.mutate();
  }

  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-5 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Organisations</h1>
        <p className="text-text-secondary">
          Enter an organisation as its admin for up to an hour. Everything you change is written down under your name.
        </p>
      </header>
      <Card>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {enter.isError ? (
            <Banner>{errorText(enter.error, 'The organisation was not entered. Please try again.')}</Banner>
          ) : null}
          <TextField
            label="Organisation id"
            hint="It stands in the address of the organisation's admin pages."
            autoComplete="off"
            spellCheck={false}
            value={id}
            onChange={(event) => setId(event.target.value)}
            error={id.trim() !== '' && !known ? 'An id has 36 characters, with hyphens' : null}
          />
          {known ? <Preview organizationId={id.trim()} /> : null}
          <Button
            type="submit"
            size="lg"
            disabled={!known}
            loading={enter.isPending}
            className="self-start max-sm:w-full"
          >
            Enter organisation
          </Button>
        </form>
      </Card>
    </div>
  );
}

function Preview({ organizationId }: { organizationId: string }) {
  const gyms = useQuery(accessibleGymsQuery(organizationId));
  if (gyms.isPending) return <SkeletonText lines={2} />;
  if (gyms.isError) return <Banner tone="warning">{errorText(gyms.error, 'Its locations did not load.')}</Banner>;
  return <GymList gyms={gyms.data.results} />;
}
