import { configure } from '@testing-library/react';

/** What comes a moment later may take its time on a slow machine; whoever waits for it waits no longer than it takes. */
configure({ asyncUtilTimeout: 7_000 });
