import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, useDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { carriedLook, lookToSend } from '#platform/theme/carried-look.ts';
import { browserCountry } from '#platform/timezones/detect.ts';
import { Button } from '#ui/button.tsx';
import { useBackStep } from '#ui/layer/back-steps.ts';
import { Banner } from '#ui/status/banner.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { CarriedLookNote } from './carried-look-note.tsx';
import { DRAFT, dropGymDraft, storedStep } from './gym-draft.ts';
import {
  emptyGym,
  fieldFor,
  fieldsOfStep,
  type GymField,
  type GymValues,
  gymPayload,
  locationNameAfterStep1,
  stepOf,
  steps,
} from './gym-registration.ts';
import { gymProblems } from './gym-rules.ts';
import { AccountStep, GymStep, InformationStep } from './gym-steps.tsx';

const screens = [InformationStep, GymStep, AccountStep];
const LAST = steps.length - 1;

type Payload = Parameters<typeof api.registerGym>[0]['body'];

/** Three steps, each validated before the next. Typed values survive every step, reload and detour. */
export function GymForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const [defaultValues] = useState(() => ({
    ...emptyGym,
    country: browserCountry() ?? '',
    business_type: carriedLook.read()?.business_type ?? emptyGym.business_type,
    ...draftOf<GymValues>(DRAFT),
  }));
  const form = useForm<GymValues>({ defaultValues });
  useDraft(DRAFT, form);
  const [step, setStep] = useState(() => Math.min(LAST, Number(storedStep.read() ?? 0)));
  const [problems, setProblems] = useState<Partial<Record<GymField, string>>>({});
  const checking = useRef(false);
  const top = useRef<HTMLHeadingElement>(null);

  const registration = useSubmit(
    (body: Payload, options) => api.registerGym({ body }, options),
    (_answer, body) => {
      dropGymDraft();
      carriedLook.remove();
      onRegistered(body.owner_email);
    },
  );
  const refused = serverFieldErrors(registration.error);

  const goTo = (next: number) => {
    setStep(next);
    storedStep.write(String(next));
    top.current?.focus();
    top.current?.scrollIntoView?.({ block: 'nearest' });
  };
  // Back and Forward lead to the step before and after, as people expect of a form with pages.
  useBackStep(step > 0, () => goTo(0), { onForward: () => goTo(1) });
  useBackStep(step > 1, () => goTo(1), { onForward: () => goTo(2) });

  // A field with an error is validated again as it changes.
  const { reset, isError } = registration;
  useEffect(() => {
    const subscription = form.watch((_values, { name }) => {
      if (name) setProblems(({ [name]: _fixed, ...rest }) => rest);
      if (isError) reset();
    });
    return () => subscription.unsubscribe();
  }, [form, isError, reset]);

  async function advance(event: FormEvent) {
    event.preventDefault();
    if (checking.current) return;
    checking.current = true;
    try {
      const values = form.getValues();
      const found = await gymProblems(values);
      const here = fieldsOfStep[step]?.filter((field) => found[field]) ?? [];
      setProblems(Object.fromEntries(here.map((field) => [field, found[field]])));
      if (here[0]) return form.setFocus(here[0]);
      if (step === 0) form.setValue('location_name', locationNameAfterStep1(values));
      if (step < LAST) return goTo(step + 1);
      registration.submit({ ...gymPayload(form.getValues()), ...lookToSend() } as Payload);
    } finally {
      checking.current = false;
    }
  }

  const serverProblem = (field: GymField) => [...refused].find(([name]) => fieldFor(name) === field)?.[1];
  const firstRefused = [...refused.keys()].map(fieldFor).find((field) => field !== null);
  useEffect(() => {
    if (!firstRefused) return;
    storedStep.write(String(stepOf(firstRefused)));
    setStep(stepOf(firstRefused));
  }, [firstRefused]);
  useEffect(() => {
    if (firstRefused && stepOf(firstRefused) === step) form.setFocus(firstRefused);
  }, [form, firstRefused, step]);

  const Screen = screens[step] ?? InformationStep;
  return (
    <form noValidate onSubmit={(event) => void advance(event)} className="flex flex-col gap-6">
      <Stepper label="Registration" steps={steps} current={step} />
      <h2 ref={top} tabIndex={-1} className="sr-only">
        Step {step + 1} of {steps.length}: {steps[step]}
      </h2>
      {registration.isError ? (
        <Banner>
          {bannerText(
            registration.error,
            [...refused.keys()].filter((name) => fieldFor(name) !== null),
            'Failed to register gym. Please try again.',
          )}
        </Banner>
      ) : null}
      <CarriedLookNote />
      <div key={step} className="flex animate-enter flex-col gap-5">
        <Screen form={form} errorOf={(field) => problems[field] ?? serverProblem(field)} />
      </div>
      <div className="flex justify-between gap-3 pt-2 max-sm:flex-col-reverse">
        {step > 0 ? (
          <Button variant="secondary" size="lg" icon={<ArrowLeft />} onClick={() => goTo(step - 1)}>
            Previous
          </Button>
        ) : (
          <span className="max-sm:hidden" />
        )}
        {step < LAST ? (
          <Button type="submit" size="lg" iconEnd={<ArrowRight />}>
            Next
          </Button>
        ) : (
          <Button type="submit" size="lg" loading={registration.sending}>
            Complete Registration
          </Button>
        )}
      </div>
    </form>
  );
}
