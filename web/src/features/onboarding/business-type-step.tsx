import { ArrowRight, Building, Building2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Banner } from '#ui/status/banner.tsx';

export type BusinessType = 'single' | 'multiple';

type Props = { value: BusinessType | null; onChange: (value: BusinessType) => void; onNext: () => void };

export function BusinessTypeStep({ value, onChange, onNext }: Props) {
  const [tried, setTried] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (value) onNext();
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl">What kind of business do you run?</h1>
        <p className="text-text-secondary">You can add locations at any time.</p>
      </div>
      {tried && !value ? <Banner>Please select your business type</Banner> : null}
      <RadioGroup
        label="Business type"
        hideLabel
        options={[
          { value: 'single', label: 'Single location', description: 'One gym, one address', icon: <Building /> },
          { value: 'multiple', label: 'Multiple locations', description: 'Two gyms or more', icon: <Building2 /> },
        ]}
        value={value}
        onChange={onChange}
      />
      <Button type="submit" size="lg" full iconEnd={<ArrowRight />}>
        Continue
      </Button>
    </form>
  );
}
