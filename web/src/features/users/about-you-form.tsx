import type { User } from '@spotter/contract/users/users.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { draftOf, dropDraft, keepDraft } from '#platform/forms/draft.ts';
import { levelName, namesOf, timeName } from '#platform/people/training-words.ts';
import { Button } from '#ui/button.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { OptionGroup, OptionTile } from '#ui/form/option-tile.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { Choices, goalOptions } from './choices.tsx';
import { useUpdateMe } from './users.mutations.ts';

const levelHint = { beginner: 'New, or coming back', intermediate: 'I know the basics', advanced: 'Years of training' };

const DRAFT = 'about-you';
type Answers = Pick<User, 'goals' | 'fitness_level' | 'preferred_times'>;

type Props = { user: User; onSaved: () => void; onSkip: () => void };

/** Goal, level and usual times in one go: what suggestions are made of. Back and a reload keep the answers. */
export function AboutYouForm({ user, onSaved, onSkip }: Props) {
  const update = useUpdateMe();
  const { goals, fitness_level, preferred_times } = user;
  const [values, setValues] = useState<Answers>(() => ({
    goals,
    fitness_level,
    preferred_times,
    ...(draftOf(DRAFT) as Partial<Answers>),
  }));
  function set(part: Partial<Answers>) {
    const next = { ...values, ...part };
    setValues(next);
    keepDraft(DRAFT, next);
  }
  const hasAnswer = values.goals.length > 0 || values.fitness_level !== null || values.preferred_times.length > 0;

  const save = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(values, {
      onSuccess() {
        dropDraft(DRAFT);
        onSaved();
      },
    });
  };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-6">
      <p className="text-text-secondary">We'll suggest people and sessions that fit. You can change this any time.</p>
      {update.isError ? <Banner>{errorText(update.error, "Couldn't save your answers. Try again.")}</Banner> : null}
      <Choices
        label="What do you train for?"
        options={goalOptions(user.goals)}
        value={values.goals}
        onChange={(chosen) => set({ goals: chosen })}
      />
      <OptionGroup label="What's your level?">
        <div className="grid gap-2 sm:grid-cols-3">
          {namesOf(levelName).map(([level, name]) => (
            <OptionTile
              key={level}
              name="level"
              value={level}
              checked={values.fitness_level === level}
              onChange={() => set({ fitness_level: level })}
              className={`rounded-card px-3.5 py-2.5 ${values.fitness_level === level ? chosenLook : 'bg-bg-secondary hover:bg-bg-secondary-hover'}`}
            >
              <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3 sm:flex-col sm:items-center">
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-text-secondary">{levelHint[level]}</span>
              </span>
            </OptionTile>
          ))}
        </div>
      </OptionGroup>
      <Choices
        label="When do you usually train?"
        options={namesOf(timeName)}
        value={values.preferred_times}
        onChange={(chosen) => set({ preferred_times: chosen })}
      />
      <div
        data-docked=""
        className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap-reverse justify-end gap-2 border-border border-t bg-bg-raised px-5 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6"
      >
        <Button variant="ghost" size="lg" onClick={onSkip} className="whitespace-nowrap max-sm:flex-auto max-sm:px-3">
          Skip for now
        </Button>
        <Button
          type="submit"
          size="lg"
          loading={update.isPending}
          disabled={!hasAnswer}
          className="whitespace-nowrap max-sm:flex-auto max-sm:px-4"
        >
          Save and find people
        </Button>
      </div>
    </form>
  );
}
