import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import type { SessionType } from '@spotter/contract/sessions/session-types.ts';
import { AlignLeft, Repeat, UserPlus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Disclosure } from '#ui/disclosure.tsx';
import { FieldNote } from '#ui/form/field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { noRepeat, repeatInWords } from '../../series/repeat-rule.ts';
import type { GymHours } from '../../times/session-slots.ts';
import type { SessionForm } from '../use-session-form.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { WhatFields } from './what-fields.tsx';
import { WhenFields } from './when-fields.tsx';
import { GuestsField, LetOthersJoinField, OpenToFields, openToInWords, SpotsField } from './who-fields.tsx';

/** A slot for another feature: inviting friends. */
export type InvitePicker = (props: { value: string[]; onChange: (ids: string[]) => void }) => ReactNode;

type Props = {
  session: SessionForm;
  gyms: readonly Gym[];
  types: readonly SessionType[];
  place: GymHours;
  now: number;
  /** The session being edited. */
  exclude?: string;
  /** The first session's day under the chosen rule, and a note about it. */
  begins: string;
  note?: string;
  /** Co-hosts change single sessions, not the repeat rule. */
  canRepeat?: boolean;
  invite?: InvitePicker;
};

/** All fields of a session: the important ones visible, the rest as lines that show their value. */
export function SessionFields({
  session,
  gyms,
  types,
  place,
  now,
  exclude,
  begins,
  note,
  canRepeat = true,
  invite,
}: Props) {
  const { values, set, errorOf } = session;
  const invited = values.invited_user_ids.length;
  return (
    <div className="@container">
      <div className="grid gap-x-10 gap-y-7 @2xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <WhatFields session={session} types={types} />
          {gyms.length > 1 ? (
            <div data-field="gym_id">
              <Select
                label="Where"
                options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
                value={values.gym_id}
                onChange={(gym) => set('gym_id', gym)}
                error={errorOf('gym_id')}
              />
            </div>
          ) : (
            <FieldNote id="session-gym-problem" error={errorOf('gym_id')} />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5 @2xl:row-span-2">
          <WhenFields {...{ session, place, now, exclude }} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {values.repeat.kind === noRepeat.kind ? <LetOthersJoinField session={session} /> : null}
          <SpotsField session={session} />
          <GuestsField session={session} />
          <div className="flex flex-col">
            <Disclosure
              icon={<UsersRound aria-hidden="true" />}
              label="Open to"
              value={openToInWords(values)}
              forceOpen={errorOf('fitness_level_max') !== undefined}
            >
              <OpenToFields session={session} />
            </Disclosure>
            {canRepeat && !values.invite_only ? (
              <Disclosure
                icon={<Repeat aria-hidden="true" />}
                label="Repeat"
                value={repeatInWords(values.repeat, values.day)}
                forceOpen={errorOf('repeat') !== undefined}
              >
                <RepeatFields {...{ session, begins, note }} />
              </Disclosure>
            ) : null}
            <Disclosure
              icon={<AlignLeft aria-hidden="true" />}
              label="Description"
              value={values.description.trim() || 'None'}
              forceOpen={errorOf('description') !== undefined}
            >
              <div data-field="description">
                <TextArea
                  label="Description"
                  hideLabel
                  placeholder="What's the plan? What should people bring?"
                  maxLength={sessionLimits.description}
                  value={values.description}
                  onChange={(event) => set('description', event.target.value)}
                  error={errorOf('description')}
                />
              </div>
            </Disclosure>
            {invite ? (
              <Disclosure
                icon={<UserPlus aria-hidden="true" />}
                label="Invite friends"
                value={invited === 0 ? 'No one yet' : invited === 1 ? '1 friend' : `${invited} friends`}
                forceOpen={errorOf('invited_user_ids') !== undefined}
              >
                <div data-field="invited_user_ids" className="flex flex-col gap-2">
                  {invite({ value: values.invited_user_ids, onChange: (ids) => set('invited_user_ids', ids) })}
                  <FieldNote id="session-invite-problem" error={errorOf('invited_user_ids')} />
                </div>
              </Disclosure>
            ) : null}
          </div>
        </div>
      </div>
    </div>
  );
}
