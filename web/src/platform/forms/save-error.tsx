import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { wouldReplaceTheirs } from './changed-meanwhile.ts';
import { bannerText } from './contract-resolver.ts';

type Props = { error: Error | null; onShowTheirs: () => void };

/** Why a change was not saved. If somebody else was faster, theirs can be shown, or replaced by the next try. */
export function SaveError({ error, onShowTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed may be at the other end of a long form.
  useEffect(() => {
    if (error) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const isOutdated = wouldReplaceTheirs(error);
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
