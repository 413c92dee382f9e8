import { Flag } from 'lucide-react';
import { type ComponentType, createContext, Suspense, useContext } from 'react';
import type { MenuAction } from '#ui/layer/menu.tsx';

type Person = { id: string; first_name: string };

/** What is reported, and who is responsible for it. */
export type Reported = { kind: 'user' | 'message' | 'session_message' | 'session'; id: string; person: Person };

export type ReportProps = {
  /** Null while the dialog is closed. */
  reported: Reported | null;
  onClose: () => void;
  /** Called instead of `onClose` when the reader has blocked the person as well. */
  onBlocked?: () => void;
};

export type BlockProps = {
  person: Person;
  areFriends?: boolean;
  open: boolean;
  onClose: () => void;
  onBlocked: () => void;
};

/** The dialogs of features/safety, for other features to place; null where nobody can be reported, such as in a preview. */
const SafetyContext = createContext<{
  ReportDialog: ComponentType<ReportProps>;
  BlockDialog: ComponentType<BlockProps>;
} | null>(null);

export const SafetyProvider = SafetyContext.Provider;

export function ReportDialog(props: ReportProps) {
  const dialogs = useContext(SafetyContext);
  return dialogs && <dialogs.ReportDialog {...props} />;
}

export function BlockDialog(props: BlockProps) {
  const dialogs = useContext(SafetyContext);
  return <Suspense>{dialogs && <dialogs.BlockDialog {...props} />}</Suspense>;
}

export const reportAction = (onSelect: () => void): MenuAction => ({ label: 'Report', icon: <Flag />, onSelect });
