import type { ReportReason } from '@spotter/contract/safety/report-reasons.ts';

export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  harassment: 'Harassment or hate',
  unsafe_behavior: 'Unsafe behavior',
  fake_profile: 'Fake profile',
  other: 'Something else',
};
