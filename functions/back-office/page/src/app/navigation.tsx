import { useContext } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { localZone, ZoneContext } from '../language/zone.ts';
import { hrefOf } from '../routing/route.ts';
import { Icon } from '../ui/icon.tsx';
import './navigation.css';
import { type Section, sectionGroups } from './sections.ts';

/** Address of the API documentation, from the page's own. */
const DOCS = '../docs';

interface NavigationProps {
  current: Section | null;
  /** After a link was followed. */
  onFollow?: () => void;
}

/** The sections of the workspace, with the one that is shown. */
export function Navigation({ current, onFollow }: NavigationProps) {
  const t = useTranslate();
  const { zone } = useContext(ZoneContext);
  return (
    <nav className="navigation" aria-label={t('frame.sections')}>
      {sectionGroups.map((sections) => (
        <ul key={sections[0]} className="navigation__group">
          {sections.map((section) => (
            <li key={section}>
              <a
                className="navigation__link"
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
      <ul className="navigation__group navigation__group--last">
        <li>
          <a className="navigation__link" href={DOCS} target="_blank" rel="noreferrer">
            <Icon name="docs" />
            {t('frame.docs')}
            <span className="visually-hidden">{t('ui.new_tab')}</span>
          </a>
        </li>
      </ul>
      <p className="navigation__zone">{t(`frame.times.${zone}`, { zone: localZone() })}</p>
    </nav>
  );
}
