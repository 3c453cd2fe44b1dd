import { lazy } from 'react';
import { Part } from '../../loading/part.tsx';
import type { OpenDialog } from './open-dialog.ts';

const CreateKey = lazy(() => import('./create-key.tsx'));
const MoveKey = lazy(() => import('./move-key.tsx'));
const ReplaceKey = lazy(() => import('./replace-key.tsx'));
const SetAllowances = lazy(() => import('./set-allowances.tsx'));
const SetExpiry = lazy(() => import('./set-expiry.tsx'));
const EditNote = lazy(() => import('./edit-note.tsx'));
const DeleteKey = lazy(() => import('./delete-key.tsx'));

interface KeyDialogProps {
  open: OpenDialog | null;
  onClose: () => void;
  onChanged: () => void;
  /** Default: `onChanged`. */
  onDeleted?: () => void;
}

/** The open dialog, if any; each is loaded when it is first opened. */
export function KeyDialog({ open, onClose, onChanged, onDeleted = onChanged }: KeyDialogProps) {
  if (open === null) return null;
  return (
    <Part of={open.kind}>
      {open.kind === 'create' && <CreateKey onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'move' && <MoveKey of={open.key} onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'replace' && <ReplaceKey of={open.key} onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'allowances' && <SetAllowances of={open.key} onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'expiry' && <SetExpiry of={open.key} onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'note' && <EditNote of={open.key} onClose={onClose} onChanged={onChanged} />}
      {open.kind === 'delete' && <DeleteKey of={open.key} onClose={onClose} onChanged={onDeleted} />}
    </Part>
  );
}
