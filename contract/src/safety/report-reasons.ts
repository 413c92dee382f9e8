/** Why something is reported. No schemas, so that screens can use the list without zod. */
export const reportReasons = ['spam', 'harassment', 'unsafe_behavior', 'fake_profile', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
