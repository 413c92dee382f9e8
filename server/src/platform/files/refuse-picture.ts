import { type AppError, fail, fieldError } from '#platform/errors.ts';

export const refusePicture = (sentence: string): AppError => fail('image_invalid', fieldError('file', sentence));
