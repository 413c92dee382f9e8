import type { User } from '@spotter/contract/users/users.ts';
import { useEffect } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { bannerText, contractResolver, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { levelName, namesOf, timeName, workoutName } from '#platform/people/training-words.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { Combobox } from '#ui/form/combobox.tsx';
import { NameFields, PhoneField } from '#ui/form/contact-fields.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { Choices, goalOptions } from './choices.tsx';
import { useUpdateMe } from './users.mutations.ts';

const levels = namesOf(levelName).map(([value, label]) => ({ value, label }));
const genders = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'non_binary', label: 'Non-binary' },
] as const;
const audiences = [
  { value: 'everyone', label: 'Everyone at my gym' },
  { value: 'friends', label: 'Friends' },
  { value: 'nobody', label: 'No one' },
] as const;
const shownParts = [
  ['level_and_goals_shown_to', 'Level and goals'],
  ['usual_times_shown_to', 'Usual times'],
  ['sessions_shown_to', 'Upcoming sessions'],
] as const;

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const valuesOf = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  fitness_level: user.fitness_level,
  gender: user.gender,
  bio: user.bio,
  phone: user.phone ?? '',
  timezone: user.timezone,
  goals: user.goals,
  favourite_workouts: user.favourite_workouts,
  preferred_times: user.preferred_times,
  default_gym_id: user.default_gym?.id ?? null,
  level_and_goals_shown_to: user.level_and_goals_shown_to,
  usual_times_shown_to: user.usual_times_shown_to,
  sessions_shown_to: user.sessions_shown_to,
  shows_online: user.shows_online,
  shows_typing: user.shows_typing,
});
type Values = ReturnType<typeof valuesOf>;

const rules = contractResolver<Values>(async () => {
  const { UserInput } = await import('@spotter/contract/users/users.ts');
  return { safeParse: (values) => UserInput.safeParse(forServer(values as Values)) };
});

/** An empty phone field means no phone. */
const forServer = (values: Values) => ({ ...values, phone: values.phone.trim() === '' ? null : values.phone });

type Props = { user: User; onUnsaved: (isUnsaved: boolean) => void };

export function ProfileForm({ user, onUnsaved }: Props) {
  const update = useUpdateMe();
  const form = useForm<Values>({ values: valuesOf(user), resolver: rules });
  const { register, control, formState, handleSubmit } = form;
  const { errors, isDirty, isSubmitting } = formState;
  useEffect(() => onUnsaved(isDirty), [onUnsaved, isDirty]);

  const save = handleSubmit(async (values) => {
    try {
      const saved = await update.mutateAsync(forServer(values));
      if (saved) toasts.success('Profile saved');
      else toasts.info('Saved on this device', { text: "We'll send it when you're online." });
    } catch (error) {
      for (const [field, message] of serverFieldErrors(error)) form.setError(field as keyof Values, { message });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      {update.isError ? (
        <Banner>
          {bannerText(update.error, Object.keys(valuesOf(user)), "Couldn't save your profile. Try again.")}
        </Banner>
      ) : null}
      <NameFields
        first={{ error: errors.first_name?.message, ...register('first_name') }}
        last={{ error: errors.last_name?.message, ...register('last_name') }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={control}
          name="fitness_level"
          render={({ field }) => (
            <Select
              label="Fitness level"
              options={levels}
              value={field.value}
              onChange={field.onChange}
              error={errors.fitness_level?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="gender"
          render={({ field }) => (
            <Select
              label="Gender"
              optional
              options={genders}
              value={field.value}
              onChange={field.onChange}
              error={errors.gender?.message}
            />
          )}
        />
      </div>
      <TextArea
        label="About you"
        optional
        placeholder="What a training partner should know"
        error={errors.bio?.message}
        {...register('bio')}
      />
      <TrainingFields form={form} user={user} />
      <div className="grid gap-5 sm:grid-cols-2">
        <PhoneField optional error={errors.phone?.message} {...register('phone')} />
        <Controller
          control={control}
          name="timezone"
          render={({ field }) => (
            <Combobox
              label="Timezone"
              optional
              placeholder="Same as your gym"
              options={zones}
              value={field.value}
              onChange={field.onChange}
              error={errors.timezone?.message}
            />
          )}
        />
        {user.accessible_gyms.length > 1 ? (
          <Controller
            control={control}
            name="default_gym_id"
            render={({ field }) => (
              <Select
                label="Home gym"
                options={user.accessible_gyms.map(({ id, name }) => ({ value: id, label: name }))}
                value={field.value}
                onChange={field.onChange}
                error={errors.default_gym_id?.message}
              />
            )}
          />
        ) : null}
      </div>
      <PrivacyFields form={form} />
      <Button type="submit" size="lg" loading={isSubmitting} disabled={!isDirty} className="self-end max-sm:w-full">
        Save profile
      </Button>
    </form>
  );
}

type FieldsProps = { form: UseFormReturn<Values> };

function TrainingFields({ form: { control, formState }, user }: FieldsProps & { user: User }) {
  return (
    <>
      <Controller
        control={control}
        name="goals"
        render={({ field }) => (
          <Choices
            label="Your goals"
            options={goalOptions(user.goals)}
            value={field.value}
            onChange={field.onChange}
            error={formState.errors.goals?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="favourite_workouts"
        render={({ field }) => (
          <Choices
            label="Favorite workouts"
            options={namesOf(workoutName)}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="preferred_times"
        render={({ field }) => (
          <Choices label="Your usual times" options={namesOf(timeName)} value={field.value} onChange={field.onChange} />
        )}
      />
    </>
  );
}

function PrivacyFields({ form: { control, register } }: FieldsProps) {
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 font-semibold">Who sees this on your profile</legend>
        <div className="grid gap-5 sm:grid-cols-3">
          {shownParts.map(([name, label]) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field }) => (
                <Select label={label} options={audiences} value={field.value} onChange={field.onChange} />
              )}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-semibold">In chats</legend>
        <Checkbox label="Show when I'm online" {...register('shows_online')} />
        <Checkbox
          label="Show when I'm typing"
          hint="Friends and people you chat with see it. What you hide, you don't see of others either."
          {...register('shows_typing')}
        />
      </fieldset>
    </>
  );
}
