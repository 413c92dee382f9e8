/** `npm run android`: builds the web app into the Gradle project. `-- --organization ID` makes it a gym's own app. */
import { makeApp } from './native/make-app.ts';

await makeApp('android');
