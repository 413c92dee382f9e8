export { hideMessage, messageTextSql, wordsSql } from './message-json.repo.ts';
export { acceptedByCard, declinedByCard } from './message-requests.repo.ts';
export { findFirstSent } from './messages.service.ts';
export { insertMessage } from './messages.write.ts';
export {
  type MessageRange,
  type MessageTable,
  messagesOfChatSql,
  type Page,
  pageOfMessages,
  senderIsHidden,
  spanValues,
} from './messages-page.repo.ts';
