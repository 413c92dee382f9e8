import { Question } from '#ui/layer/question.tsx';
import type { SignOutPrompt } from './sign-out.ts';
import { waitingInWords } from './waiting-words.ts';

/** Asks before a sign-out that deletes what isn't sent yet. */
export default function SignOutQuestion({ asked, onClose }: { asked: SignOutPrompt | null; onClose: () => void }) {
  return (
    <Question
      open={asked !== null}
      title="Sign out now?"
      text={`${waitingInWords(asked?.count ?? 0)} to be sent. Signing out deletes what isn't sent.`}
      no="Stay signed in"
      yes="Sign out"
      onClose={() => {
        asked?.answer(false);
        onClose();
      }}
      onYes={() => asked?.answer(true)}
    />
  );
}
