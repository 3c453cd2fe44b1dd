import { lazy, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from 'react-aria-components/Button';
import { localZone, useTranslate, ZoneContext } from '../language/use-language.ts';
import { Part } from '../loading/part.tsx';
import { hrefOf, type Route, viewKey, viewsAbove } from '../routing/route.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon, Logo } from '../ui/icon.tsx';
import { useVersionNotice } from './notifications.tsx';
import type { Command } from './search/results.ts';
import { type Section, sectionGroups, sectionOf } from './sections.ts';
import './search/search-button.css';
import './navigation.css';
import './frame.css';
import './print.css';

interface FrameProps {
  route: Route;
  menu: ReactNode;
  children: ReactNode;
}

/** What surrounds every view: the top bar, the navigation and the way to the views above. */
export function Frame({ route, menu, children }: FrameProps) {
  const t = useTranslate();
  const content = useFocusOnChange(viewKey(route));
  useVersionNotice();
  const current = sectionOf[route.view];
  return (
    <>
      <a className="skip-link" href="#content" onClick={(event) => skipTo(content.current, event)}>
        {t('frame.skip')}
      </a>
      <header className="top-bar ui-line ui-center ui-gap-3">
        <Drawer current={current} />
        <a className="top-bar__product ui-line ui-center ui-touch" href="#/overview">
          <Logo />
          {t('frame.product')}
        </a>
        <SearchButton />
        <div className="top-bar__end ui-line ui-center ui-gap-1 ui-end ui-shrink">{menu}</div>
      </header>
      <div className="frame">
        <div className="frame__side">
          <Navigation current={current} />
        </div>
        <main className="frame__content" id="content" ref={content} tabIndex={-1}>
          <Above route={route} />
          {children}
        </main>
      </div>
    </>
  );
}

/** Moves the focus to a new view, so that screen readers and the keyboard continue in it. */
function useFocusOnChange(view: string) {
  const element = useRef<HTMLElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current !== view) element.current?.focus();
    last.current = view;
  }, [view]);
  return element;
}

/** The link must not change the fragment, which determines the view. */
function skipTo(element: HTMLElement | null, event: { preventDefault: () => void }) {
  event.preventDefault();
  element?.focus();
}

/** The way to the views above the shown one. The view of a domain has it in the line of its name, which saves a line. */
function Above({ route }: { route: Route }) {
  const t = useTranslate();
  if (route.view === 'domain') return null;
  return (
    <Breadcrumbs
      views={viewsAbove(route).map((view) => ({
        href: hrefOf(view),
        text: view.view === 'domain' ? view.domain : t(`navigation.${view.view}`),
      }))}
    />
  );
}

/** The navigation where the window is too narrow for the sidebar: a button that opens it over the view. */
function Drawer({ current }: { current: Section | null }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="top-bar__open">
      <IconButton icon="menu" label={t('frame.open_navigation')} onPress={() => setOpen(true)} />
      <ModalOverlay className="drawer" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="drawer__panel">
          <Dialog className="drawer__dialog ui-column" aria-label={t('frame.sections')}>
            <div className="drawer__head ui-line ui-center ui-between">
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

/** Address of the API documentation, from the page's own. */
const DOCS = '../docs';

interface NavigationProps {
  current: Section | null;
  /** After a link was followed. */
  onFollow?: () => void;
}

/** The sections of the workspace, with the one that is shown. */
function Navigation({ current, onFollow }: NavigationProps) {
  const t = useTranslate();
  const { zone } = useContext(ZoneContext);
  return (
    <nav className="navigation ui-column" aria-label={t('frame.sections')}>
      {sectionGroups.map((sections) => (
        <ul key={sections[0]} className="navigation__group ui-list ui-column ui-gap-half">
          {sections.map((section) => (
            <li key={section}>
              <a
                className="navigation__link ui-line ui-center ui-quiet ui-medium"
                href={hrefOf({ view: section })}
                aria-current={current === section ? 'page' : undefined}
                onClick={onFollow}
              >
                <Icon name={section} />
                {t(`navigation.${section}`)}
              </a>
            </li>
          ))}
        </ul>
      ))}
      <ul className="navigation__group ui-list ui-column ui-gap-half navigation__group--last">
        <li>
          <a
            className="navigation__link ui-line ui-center ui-quiet ui-medium"
            href={DOCS}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="docs" />
            {t('frame.docs')}
            <span className="visually-hidden">{t('ui.new_tab')}</span>
          </a>
        </li>
      </ul>
      <p className="navigation__zone ui-quiet ui-smaller">{t(`frame.times.${zone}`, { zone: localZone() })}</p>
    </nav>
  );
}

const SearchDialog = lazy(() => import('./search/search-dialog.tsx'));
const CommandDialog = lazy(() => import('./search/command-dialog.tsx'));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether a key is one of those that open the search: ⌘K, Ctrl+K, and outside of fields and dialogs a slash. */
function opensSearch({ key, metaKey, ctrlKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (key === '/' && !metaKey && !ctrlKey && !altKey) {
    return !(target instanceof Element && target.closest('input, textarea, select, [role="dialog"]'));
  }
  return key.toLowerCase() === 'k' && (metaKey || ctrlKey) && !altKey && !shiftKey;
}

/** Opens the search, as do ⌘K, Ctrl+K and a slash. */
function SearchButton() {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const [command, setCommand] = useState<Command | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button className="search-button ui-line ui-center ui-gap-2 ui-quiet" onPress={() => setOpen(true)}>
        <Icon name="search" />
        <span className="search-button__text">{t('search.title')}</span>
        <kbd className="search-button__keys ui-quiet" aria-hidden="true">
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      {isOpen && (
        <Part of="search">
          <SearchDialog onCommand={setCommand} onClose={() => setOpen(false)} />
        </Part>
      )}
      {command && (
        <Part of="command">
          <CommandDialog command={command} onClose={() => setCommand(null)} />
        </Part>
      )}
    </>
  );
}
