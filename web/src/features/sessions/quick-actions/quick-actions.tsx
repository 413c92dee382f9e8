import { CircleSlash, Clock, Footprints, Hand } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { Chip } from '#ui/chip.tsx';
import { useSendQuickAction } from '../messages/quick-actions.mutations.ts';
import type { SessionDetail } from '../session.ts';
import { nextStepOf } from '../spots/next-step.ts';

/** Loaded on demand, because home shows these actions too and must start fast. */
const CannotMakeIt = lazy(() => import('./cannot-make-it.tsx'));

const HOUR = 3_600_000;
const LATE = [5, 10, 15, 30];

/** From three hours before the start until the end. */
function isNear(session: Pick<SessionDetail, 'start_time' | 'end_time' | 'status'>, now: number): boolean {
  return (
    session.status === 'active' &&
    Date.parse(session.start_time.utc) - now <= 3 * HOUR &&
    now < Date.parse(session.end_time.utc)
  );
}

type Props = {
  session: SessionDetail;
  /** True on the session's own screen, which already offers the next step. */
  isOnScreen?: boolean;
};

/** One-tap messages to the group. */
export function QuickActions({ session, isOnScreen = false }: Props) {
  const now = useNow(30_000);
  const reader = useUser();
  const sendQuickAction = useSendQuickAction();
  const [isLate, setLate] = useState(false);
  const [cannot, setCannot] = useState<boolean | null>(null);
  if (!session.is_participant || !isNear(session, now)) return null;
  const isHere = session.checked_in_user_ids.includes(reader.id);
  const isOffered = isOnScreen && nextStepOf(session, reader.id, now) === 'on_my_way';
  return (
    <section aria-label="Tell the group" className="-mx-5 flex flex-col gap-3 md:mx-0">
      <div className="flex gap-2 overflow-x-auto px-5 py-0.5 [scrollbar-width:none] md:flex-wrap md:px-0">
        {isHere ? null : (
          <>
            {isOffered ? null : (
              <Chip
                icon={<Footprints aria-hidden="true" />}
                onToggle={() => void sendQuickAction({ session, action: 'on_my_way' })}
              >
                On my way
              </Chip>
            )}
            <Chip icon={<Clock aria-hidden="true" />} selected={isLate} onToggle={() => setLate(!isLate)}>
              Running late
            </Chip>
          </>
        )}
        <Chip
          icon={<Hand aria-hidden="true" />}
          onToggle={() => void sendQuickAction({ session, action: 'need_a_spotter' })}
        >
          Need a spotter
        </Chip>
        {isHere ? null : (
          <Chip icon={<CircleSlash aria-hidden="true" />} onToggle={() => setCannot(true)}>
            Can't make it
          </Chip>
        )}
      </div>
      {isLate ? (
        <fieldset className="flex items-center gap-2 px-5 md:px-0">
          <legend className="sr-only">How late?</legend>
          {LATE.map((minutes) => (
            <Chip
              key={minutes}
              onToggle={() => {
                setLate(false);
                void sendQuickAction({ session, action: 'running_late', minutes });
              }}
            >
              {minutes} min
            </Chip>
          ))}
        </fieldset>
      ) : null}
      {cannot === null ? null : (
        <Suspense>
          <CannotMakeIt session={session} open={cannot} onClose={() => setCannot(false)} />
        </Suspense>
      )}
    </section>
  );
}
