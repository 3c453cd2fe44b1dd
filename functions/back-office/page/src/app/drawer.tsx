import { useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslate } from '../language/use-translate.ts';
import { IconButton } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { Navigation } from './navigation.tsx';
import type { Section } from './sections.ts';

/** The navigation where the window is too narrow for the sidebar: a button that opens it over the view. */
export function Drawer({ current }: { current: Section | null }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="top-bar__open">
      <IconButton icon="menu" label={t('frame.open_navigation')} onPress={() => setOpen(true)} />
      <ModalOverlay className="drawer" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="drawer__panel">
          <Dialog className="drawer__dialog" aria-label={t('frame.sections')}>
            <div className="drawer__head">
              <Logo />
              <IconButton icon="close" label={t('ui.close')} onPress={close} />
            </div>
            <Navigation current={current} onFollow={close} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}
