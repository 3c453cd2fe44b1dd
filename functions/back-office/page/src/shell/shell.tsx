import { type ReactNode, useContext, useEffect, useRef } from 'react';
import icon from '../icon.svg';
import { useText } from '../language/use-language.ts';
import { localZone, ZoneContext } from '../language/zone.ts';
import { hrefOf, type Route, viewKey } from '../routing/route.ts';
import './shell.css';
import './touch.css';
import { useVersionNotice } from './use-version-notice.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';

const sections = ['overview', 'domains', 'keywords', 'compare', 'batches', 'keys', 'queue', 'journal'] as const;
type Section = (typeof sections)[number];
const sectionOf: Record<Route['view'], Section | null> = {
  overview: 'overview',
  keys: 'keys',
  key: 'keys',
  domains: 'domains',
  compare: 'compare',
  domain: 'domains',
  page: 'domains',
  keywords: 'keywords',
  'long-tail': 'keywords',
  'keyword-lists': 'keywords',
  'keyword-list': 'keywords',
  batches: 'batches',
  batch: 'batches',
  queue: 'queue',
  journal: 'journal',
  unknown: null,
};

interface ShellProps {
  route: Route;
  menu: ReactNode;
  notifications: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every view. It does not use Cloudscape's application layout, which alone would take a fifth of the first
 * view's size limit.
 */
export function Shell({ route, menu, notifications, children }: ShellProps) {
  const text = useText();
  const { zone } = useContext(ZoneContext);
  const content = useFocusOnChange(viewKey(route));
  useVersionNotice();
  const current = useCurrentInView(sectionOf[route.view]);
  return (
    <>
      <a className="skip-link" href="#content" onClick={(event) => skipTo(content.current, event)}>
        {text.navigation.skip}
      </a>
      <header className="top-bar awsui-context-top-navigation">
        <a className="top-bar__title" href="#/overview">
          <img src={icon} alt="" />
          {text.title}
        </a>
        {menu}
      </header>
      {notifications}
      <div className="page">
        <nav className="sections" aria-label={text.navigation.label}>
          <ul className="sections__list">
            {sections.map((section) => (
              <li key={section}>
                <a
                  ref={sectionOf[route.view] === section ? current : null}
                  className="sections__link"
                  href={hrefOf({ view: section })}
                  aria-current={sectionOf[route.view] === section ? 'page' : undefined}
                >
                  {text.navigation[section]}
                </a>
              </li>
            ))}
          </ul>
          <p className="sections__zone">{text.zone.stated[zone](localZone())}</p>
        </nav>
        <main className="content" id="content" ref={content} tabIndex={-1}>
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

/** On a phone, the row of sections is wider than the window: the current one is moved into its middle. */
function useCurrentInView(section: Section | null) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const list = link.current?.closest('ul');
    // `scrollIntoView` would have the tab key go on from here.
    if (list) list.scrollLeft = link.current!.offsetLeft - (list.clientWidth - link.current!.offsetWidth) / 2;
  }, [section]);
  return link;
}

/** The link must not change the fragment, which determines the view. */
function skipTo(element: HTMLElement | null, event: { preventDefault: () => void }) {
  event.preventDefault();
  element?.focus();
}
