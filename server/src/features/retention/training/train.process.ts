/** `npm run train-churn` trains the model of members at risk on all worlds, and writes its weights. */
import { writeFileSync } from 'node:fs';
import { worldNames } from '#simulator/index.ts';
import { fit } from '../model/risk-fit.policy.ts';
import { trainingExamples, weightsFile } from './training.policy.ts';

const weights = fit(worldNames.flatMap(trainingExamples));
writeFileSync(new URL('../model/risk-weights.generated.ts', import.meta.url), weightsFile(weights));
