import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslate } from '../language/use-language.ts';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** The buttons below the content. */
  footer?: ReactNode;
  isWide?: boolean;
  /** It is kept on a press outside of it. */
  isKept?: boolean;
  onClose: () => void;
}

/** A dialog over the view, open as long as it is rendered. Escape and, by default, a press outside of it close it. */
export function Dialog({ title, children, footer, isWide = false, isKept = false, onClose }: DialogProps) {
  const t = useTranslate();
  return (
    <ModalOverlay className="ui-overlay" isOpen isDismissable={!isKept} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={isWide ? 'ui-modal ui-modal--wide' : 'ui-modal'}>
        <AriaDialog className="ui-dialog">
          <div className="ui-dialog__head">
            <Heading slot="title" className="ui-dialog__title">
              {title}
            </Heading>
            <IconButton icon="close" label={t('ui.close')} onPress={onClose} />
          </div>
          <div className="ui-dialog__body">{children}</div>
          {footer && <div className="ui-dialog__foot">{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
