import { Skeleton } from '#ui/status/skeleton.tsx';

/** The skeleton of the form. */
export function CreateSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading form" className="flex flex-col gap-6">
      <div className="grid grid-cols-2 gap-2.5 md:grid-cols-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card max-md:hidden" />
      </div>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-18" />
          <Skeleton className="h-12" />
          <Skeleton className="h-11 w-48" />
        </div>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-12" />
          <Skeleton className="h-38" />
        </div>
      </div>
    </div>
  );
}
