import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { AffectedSessions } from '../affected/affected-sessions.tsx';
import { type Decisions, missingIn } from '../affected/decisions.ts';
import type { ScheduleChange } from './use-schedule-change.ts';

type Props = {
  change: ScheduleChange;
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
  showGym: boolean;
  /** Starts over from what is stored by now. */
  onOutdated: () => void;
};

/** The sessions a change affects, to be decided about before it is saved. */
export function ReviewChange({ change, decisions, onDecide, showGym, onOutdated }: Props) {
  const { affected, save } = change;
  const isOutdated = isChangedMeanwhile(save.error);
  const errors = Object.fromEntries(
    serverFieldErrors(save.error).map(([field, text]) => [field.replace(/^sessions\./, ''), text]),
  );
  const missing = affected && missingIn(decisions, affected);
  return (
    <Modal
      open={affected !== null && affected.count > 0}
      onOpenChange={(open) => open || change.leave()}
      title={affected?.count === 1 ? '1 session is affected' : `${affected?.count ?? 0} sessions are affected`}
      description="You'd be closed for at least part of them. Members of sessions you move or cancel are told."
      size="md"
      footer={
        <div className="flex w-full flex-wrap items-center justify-end gap-2">
          {missing ? <p className="mr-auto text-sm text-text-secondary max-sm:basis-full">{missing}</p> : null}
          <Button variant="secondary" onClick={change.leave}>
            Back
          </Button>
          <Button disabled={Boolean(missing)} loading={save.isPending} onClick={() => change.send(decisions)}>
            Save
          </Button>
        </div>
      }
    >
      {affected ? (
        <div className="flex flex-col gap-4">
          {save.isError ? (
            <Banner
              action={
                isOutdated ? (
                  <Button size="sm" variant="secondary" onClick={onOutdated}>
                    Look again
                  </Button>
                ) : undefined
              }
            >
              {bannerText(save.error, [], "Couldn't save. Try again.")}
            </Banner>
          ) : null}
          <AffectedSessions
            affected={affected}
            value={decisions}
            onChange={onDecide}
            showGym={showGym}
            errors={errors}
          />
        </div>
      ) : null}
    </Modal>
  );
}
