export { hideMessage, messageTextSql, wordsSql } from './message-json.ts';
export { acceptedByCard, declinedByCard } from './message-requests.ts';
export {
  type MessageTable,
  messagesOfChatSql,
  type Page,
  pageOfMessages,
  type Span,
  senderIsHidden,
  spanValues,
} from './messages.page.ts';
export { findFirstSent, insertMessage } from './messages.write.ts';
