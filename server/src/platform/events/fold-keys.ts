/** Keys under which unread notifications fold into one. Sample data has them too, so that what comes later folds in. */
export const foldKeys = {
  conversation: (conversationId: string) => `conversation:${conversationId}`,
  sessionChat: (sessionId: string) => `session_message:${sessionId}`,
  joins: (sessionId: string) => `session_joined:${sessionId}`,
};
