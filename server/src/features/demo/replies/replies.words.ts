/** What the people of a demo answer. Short and general, because nobody reads what the visitor wrote. */
export const chatReplies = [
  'Sounds good! See you at the gym.',
  "I'm in. Shall we warm up together?",
  'Ha, yes! Bring your lifting shoes.',
  'Works for me. I get there ten minutes early.',
  "Let's do it. I could use someone to count my reps.",
  'Perfect, that fits my week.',
];

export const sessionReplies = [
  "Great, that's three of us. See you there!",
  "Welcome! We'll start easy, no worries.",
  "Nice, glad you're in.",
  "See you soon. I'll save you a mat.",
];
