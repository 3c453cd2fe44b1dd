import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { type Route, viewKey } from '../routing/route.ts';
import { Logo } from '../ui/logo.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import './frame.css';
import './print.css';
import { Navigation } from './navigation.tsx';
import { SearchButton } from './search/search-button.tsx';
import { sectionOf } from './sections.ts';
import { useVersionNotice } from './use-version-notice.ts';

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
      <header className="top-bar">
        <Drawer current={current} />
        <a className="top-bar__product" href="#/overview">
          <Logo />
          {t('frame.product')}
        </a>
        <SearchButton />
        <div className="top-bar__end">{menu}</div>
      </header>
      <div className="frame">
        <div className="frame__side">
          <Navigation current={current} />
        </div>
        <main className="frame__content" id="content" ref={content} tabIndex={-1}>
          <Breadcrumbs route={route} />
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
