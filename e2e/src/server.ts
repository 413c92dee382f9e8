/** The server under test. Its only difference is that passwords, which the tests make by the hundred, are hashed cheaply. */
import { hashCheaply } from '../../server/src/platform/logins/passwords.ts';

hashCheaply();
await import('../../server/src/main.ts');
