/** `npm run train-churn` trains the model of members at risk and writes its weights and its report. */
import { writeFileSync } from 'node:fs';
import { train, weightsFile } from './report.ts';

const { weights, report } = train();
writeFileSync(new URL('../model/risk-weights.generated.ts', import.meta.url), weightsFile(weights));
writeFileSync(new URL('../../../../../docs/churn-report.md', import.meta.url), report);
