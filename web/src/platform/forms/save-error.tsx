import { useEffect, useRef } from 'react';
import { ApiError } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { bannerText } from './contract-resolver.ts';

type Props = { error: Error | null; onShowTheirs: () => void };

export const isChangedMeanwhile = (error: Error | null) =>
  error instanceof ApiError && error.code === 'changed_meanwhile';

/** Why a change was not saved. If somebody else was faster, theirs can be shown, or replaced by the next try. */
export function SaveError({ error, onShowTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed may be at the other end of a long form.
  useEffect(() => {
    if (error) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const isOutdated = isChangedMeanwhile(error);
  return (
    <div ref={box} className="scroll-my-24">
      <Banner
        action={
          isOutdated ? (
            <Button size="sm" variant="secondary" onClick={onShowTheirs}>
              Show theirs
            </Button>
          ) : undefined
        }
      >
        {bannerText(error, [], "Couldn't save. Try again.")}
        {isOutdated ? ' Your changes are still here. Try again to replace theirs.' : null}
      </Banner>
    </div>
  );
}
