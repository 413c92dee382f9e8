/** The signed-in user as the guards see them. */
export type Viewer = { role: string; onboarding_completed: boolean; emulating: boolean };
