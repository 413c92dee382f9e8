import clsx from 'clsx';
import { faceOf } from '#platform/people/face.ts';
import { AvatarGroup } from '#ui/avatar.tsx';
import { ProgressRing } from '#ui/status/progress.tsx';
import type { SessionItem } from '../session.ts';

/** Participants: avatars first, then the number. */
export function Faces({
  session,
  max = 4,
  size = 'sm',
}: {
  session: SessionItem;
  max?: number;
  size?: 'xs' | 'sm' | 'md';
}) {
  return (
    <AvatarGroup
      faces={session.participants.map(faceOf)}
      total={Math.max(session.current_participants, session.participants.length)}
      max={max}
      size={size}
    />
  );
}

export function SpotsRing({ session, className }: { session: SessionItem; className?: string }) {
  const { current_participants: taken, max_participants: all } = session;
  return (
    <ProgressRing
      label={`${taken} of ${all} spots taken`}
      value={taken}
      max={all}
      className={clsx('size-14', className)}
    >
      {all < 100 ? (
        `${taken}/${all}`
      ) : (
        <span className="flex flex-col items-center text-xs">
          {taken}
          <span className="font-normal">of {all}</span>
        </span>
      )}
    </ProgressRing>
  );
}
