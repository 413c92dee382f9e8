import { type AppError, fail } from '#platform/http/errors.ts';

export const refusePicture = (sentence: string): AppError => fail('image_invalid', { details: { file: [sentence] } });
