import { Target } from 'lucide-react';
import type { MembersAtRisk } from './retention.queries.ts';
import { modelInWords, predictedInWords } from './risk.words.ts';

/** How often the list was right in this gym, and where its percentages come from. */
export function Predictions({ model, predicted }: Pick<MembersAtRisk, 'model' | 'predicted'>) {
  const [latest, ...earlier] = predicted;
  const origin = modelInWords(model);
  if (!latest && !origin) return null;
  return (
    <section aria-label="How well this predicted" className="flex gap-3 rounded-card bg-bg-secondary p-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-text">
        <Target aria-hidden="true" className="size-5" />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        {latest ? <p className="font-semibold text-lg">{predictedInWords(latest)}</p> : null}
        {earlier.length > 0 ? (
          <ul aria-label="Earlier months" className="text-sm text-text-secondary">
            {earlier.map((one) => (
              <li key={one.month}>{predictedInWords(one)}</li>
            ))}
          </ul>
        ) : null}
        {origin ? <p className="text-pretty text-sm text-text-secondary">{origin}</p> : null}
      </div>
    </section>
  );
}
